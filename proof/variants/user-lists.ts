import { answersOf, isRecord, type JsonRecord, withEntries } from '../changes/answers.ts'
import type { AnswerChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { defineVariants } from './variant.ts'

const route = 'GET /organization/users'
const answered = 'answers with users'

/** Lawful differences in the list of users, whose entries are not shown. */
export const userListVariants = defineVariants({
  'users-are-numbered-in-each-organization': {
    title: 'lists users with serial numbers as ids in each organization',
    latitude: 'the contract does not define the record of a user',
    touches: ['USER-02', 'USER-03'],
    changes: [
      answersOf({ routes: [route] }, (answer) => {
        const { json, request } = answer
        const offset = Number(new URL(request.url, 'http://any').searchParams.get('offset') ?? 0)
        if (!isRecord(json) || !Array.isArray(json['items'])) return answer
        const items = json['items'].map((user, index) =>
          isRecord(user) ? { ...user, id: String(offset + index + 1) } : user,
        )
        return { ...answer, json: { ...json, items } }
      }),
    ],
  },
  'users-nest-their-person': {
    title: 'lists memberships that contain the user',
    latitude: 'the contract does not define the record of a user',
    touches: ['USER-03', 'USER-02'],
    changes: [users(({ id, userName, imageUrl, ...rest }) => ({ ...rest, person: { id, userName, imageUrl } }))],
  },
  'users-are-named-otherwise': {
    title: 'lists users with user_id, given name and family name',
    latitude: 'the contract does not define the record of a user',
    touches: ['USER-03', 'USER-02'],
    changes: [
      users(({ id, userName }) => {
        const [given_name, family_name = null] = String(userName).split(' ')
        return { user_id: id, given_name, family_name, active: true }
      }),
    ],
  },
  'users-have-labels-alone': {
    title: 'lists users with a label and roles, with their fields in a different order each time',
    latitude: 'the contract does not define the record of a user, and the keys of an object have no order',
    touches: ['USER-03', 'USER-02'],
    changes: [
      answersOf({ routes: [route] }, (answer, deployment) => {
        const told = recall<number>(deployment, answered)?.value ?? 0
        remember(deployment, answered, told + 1)
        return withEntries(answer, ({ userName }) => {
          const fields = Object.entries({ label: userName, roles: [{ name: 'member', since: 2020 }], active: true })
          return Object.fromEntries(told % 2 === 0 ? fields : fields.toReversed())
        })
      }),
    ],
  },
  'invited-users-have-no-id': {
    title: 'lists invited users without an id or a name',
    latitude: 'the contract does not define the record of a user',
    touches: ['USER-03', 'USER-02'],
    changes: [
      users((user) => (user['role'] === 'administrator' ? user : { id: null, userName: null, state: 'invited' })),
    ],
  },
})

function users(change: (user: JsonRecord) => JsonRecord): AnswerChange {
  return answersOf({ routes: [route] }, (answer) => withEntries(answer, change))
}
