import { isRecord, records } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { replace } from '../changes/replace.ts'
import { callerByKey } from '../../reference/service/http/caller.ts'
import { withTexts } from './shown-fields.ts'
import { defineVariants } from './variant.ts'

const authors = ['createdBy', 'updatedBy', 'uploadedBy', 'owner'] as const
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Lawful differences in who people are, and in whose name a key acts. */
export const peopleVariants = defineVariants({
  'user-ids-are-no-uuids': {
    title: 'uses ids of the sign-in service for users',
    latitude: 'the id of a user is a string',
    touches: ['PROD-15', 'GEN-02'],
    changes: [
      people(({ id, ...user }) => ({
        ...user,
        id: typeof id === 'string' ? `oidc|${id.replaceAll('-', '')}` : id,
      })),
    ],
  },
  'names-of-users-are-addresses': {
    title: 'returns e-mail addresses as the names of users',
    latitude: 'the contract does not define the form of a display name',
    touches: ['PROD-15'],
    changes: [
      people(({ userName, ...user }) => ({ ...user, userName: `${String(userName).toLowerCase()}@example.test` })),
    ],
  },
  'images-are-data-addresses': {
    title: 'returns images of users as data URLs',
    latitude: 'imageUrl may be any address',
    touches: ['PROD-15'],
    changes: [records((record) => withTexts(record, (text, name) => (name === 'imageUrl' ? pixel : text)))],
  },
  'authors-are-in-no-list': {
    title: 'returns key accounts as authors, which are not in the list of users',
    latitude: 'the contract does not say whether authors are listed',
    touches: ['USER-03', 'PROD-14'],
    changes: [
      records((record) => {
        const shown = authors.filter((name) => typeof record[name] === 'object' && record[name] !== null)
        return { ...record, ...Object.fromEntries(shown.map((name) => [name, accountOf(record[name])])) }
      }),
    ],
  },
  'authors-have-a-name-for-each-resource': {
    title: 'returns first names as authors of properties, and upper-case names as authors of files',
    latitude: 'the contract does not say which name of a user is the display name',
    touches: ['PROD-15', 'PROP-09', 'FILE-05'],
    without: ['names-of-users-are-addresses', 'authors-are-in-no-list'],
    changes: [
      records((record) => {
        const rename = 'item_id' in record ? firstName : 'originalFileName' in record ? inCapitals : undefined
        return rename === undefined ? record : withAuthors(record, rename)
      }),
    ],
  },
  'keys-act-for-one-user': {
    title: 'attributes the actions of all keys of an organization to one user',
    latitude: 'the contract does not say in whose name a key acts',
    touches: ['AUTH-23', 'PROD-14'],
    without: ['second-key-may-create-nothing'],
    changes: [
      replace(callerByKey, (sound) => (deployment, key) => {
        const caller = sound(deployment, key)
        if (caller === null) return null
        const first = deployment.store.get<{ id: string }>(
          'SELECT id FROM users WHERE organization_id = ? ORDER BY sequence LIMIT 1',
          caller.organizationId,
        )
        return { ...caller, userId: first?.id ?? caller.userId }
      }),
    ],
  },
})

type User = Readonly<Record<string, unknown>>

function people(change: (user: User) => User): AnswerChange {
  return records((record) => ('userName' in record ? change(record) : record))
}

function withAuthors(record: User, rename: (name: string) => string): User {
  const shown = authors.filter((name) => isRecord(record[name]))
  const renamed = shown.map((name) => {
    const author = Object(record[name])
    return [name, { ...author, userName: rename(String(author.userName)) }]
  })
  return { ...record, ...Object.fromEntries(renamed) }
}

function firstName(name: string): string {
  return name.split(' ')[0] ?? name
}

function inCapitals(name: string): string {
  return name.toUpperCase()
}

function accountOf(author: unknown): unknown {
  const { id, userName } = Object.assign({ id: '', userName: '' }, author)
  return { id: `account-${id}`, userName: `Key of ${userName}`, imageUrl: null }
}
