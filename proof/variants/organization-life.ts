import { randomUUID } from 'node:crypto'
import { arrivals } from '../changes/arrivals.ts'
import type { ArrivalChange, RuleChange } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { prepares } from '../changes/prepares.ts'
import { replace } from '../changes/replace.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { listPage } from '../../reference/service/http/page.ts'
import { readProduct } from '../../reference/service/products/routes.ts'
import { defineVariants } from './variant.ts'

/** Lawful differences in what workspaces and users an organization has, and in what becomes of them meanwhile. */
export const organizationLifeVariants = defineVariants({
  'people-rename-themselves': {
    title: 'has users who constantly change their names and images',
    latitude: 'other users may change records at any time',
    touches: ['PROD-14', 'PROD-15', 'GEN-04'],
    without: ['names-of-users-are-addresses', 'authors-are-in-no-list'],
    changes: [
      every(20, ({ store }, count) => {
        store.run(
          'UPDATE users SET user_name = ?, image_url = ?',
          `User, the ${count}th`,
          `https://images.example.test/${count}`,
        )
      }),
    ],
  },
  'workspaces-come-and-go': {
    title: 'has other users who constantly create and delete workspaces',
    latitude: 'other users may change records at any time',
    touches: ['PAGE-16', 'PAGE-17', 'WS-03'],
    without: ['one-workspace-only'],
    changes: [every(7, comeAndGo)],
  },
  'workspaces-are-renamed': {
    title: 'has other users who constantly rename all workspaces',
    latitude: 'other users may change records at any time',
    touches: ['WS-03', 'GEN-04'],
    changes: [
      every(50, ({ store, organizations }, count) => {
        store.run('UPDATE workspaces SET name = ? WHERE organization_id = ?', `Renamed ${count}`, organizations.own)
      }),
    ],
  },
  'workspaces-share-names': {
    title: 'has workspaces with the same name and readable id, with capitals, spaces and special characters',
    latitude: 'the contract only says that both are strings',
    touches: ['WS-04', 'WS-02'],
    changes: [
      prepares((store) => {
        store.run("UPDATE workspaces SET name = 'Pumps / EU', readable_id = 'WS-1 (EU) é'")
      }),
    ],
  },
  'workspaces-have-no-names': {
    title: 'has workspaces with empty names',
    latitude: 'an empty string is a string',
    touches: ['WS-02'],
    changes: [
      prepares((store) => {
        store.run("UPDATE workspaces SET name = ''")
      }),
    ],
  },
  'hundreds-of-users': {
    title: 'has 320 users',
    latitude: 'an organization may be large',
    touches: ['USER-01', 'USER-02', 'PAGE-16'],
    changes: [prepares((store, { organizations }) => addUsers(store, organizations.own))],
  },
  'lists-show-first-what-was-read-last': {
    title: 'lists the last read products first',
    latitude: 'lists may have any order',
    touches: ['PAGE-17', 'PAGE-16', 'PAGE-21', 'GEN-04'],
    changes: [
      replace(readProduct, (sound) => (deployment, question) => {
        const product = sound(deployment, question)
        remember(deployment, 'read last', product.id)
        return product
      }),
      firstReadLast(),
    ],
  },
})

type Deed = (deployment: Deployment, count: number) => void

/** Something that is done with every so many requests. */
function every(requests: number, deed: Deed): ArrivalChange {
  const key = `every ${requests} ${randomUUID()}`
  return arrivals((_, deployment) => {
    const count = (recall<number>(deployment, key)?.value ?? 0) + 1
    remember(deployment, key, count)
    if (count % requests === 0) deed(deployment, count)
  })
}

const most = 4

function comeAndGo(deployment: Deployment, count: number): void {
  const { store, organizations } = deployment
  const theirs = recall<readonly string[]>(deployment, 'their workspaces')?.value ?? []
  const id = randomUUID()
  const columns = 'INSERT INTO workspaces (id, organization_id, name, readable_id) VALUES (?, ?, ?, ?)'
  store.run(columns, id, organizations.own, `Theirs ${count}`, `theirs_${count}`)
  const kept = [...theirs, id].slice(-most)
  for (const gone of theirs) if (!kept.includes(gone)) store.run('DELETE FROM workspaces WHERE id = ?', gone)
  remember(deployment, 'their workspaces', kept)
}

function addUsers(store: Deployment['store'], organizationId: string): void {
  store.run(
    `INSERT INTO users (id, organization_id, user_name, email)
     WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 317)
     SELECT printf('%s-5555-4555-8555-%012x', ?, number), ?, 'User ' || number, 'user' || number || '@example.test' FROM numbers`,
    randomUUID().slice(0, 8),
    organizationId,
  )
}

function firstReadLast(): RuleChange {
  return replace(listPage, (sound) => (deployment, request, selection) => {
    const id = recall<string>(deployment, 'read last')?.value
    const first = ` ORDER BY products.id = '${id}' DESC, `
    const sql = /FROM products\s/u.test(selection.sql)
      ? selection.sql.replace(/ ORDER BY (?=products\.sequence(?: ASC)?$)/u, first)
      : selection.sql
    return sound(deployment, request, { ...selection, sql })
  })
}
