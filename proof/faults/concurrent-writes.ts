import type { FastifyRequest } from 'fastify'
import { answersOf, isRecord, withoutEntries } from '../changes/answers.ts'
import type { Change, RequestChange, Sent } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { requestsOf } from '../changes/requests.ts'
import type { Deployment } from '../../reference/service/deployment.ts'
import { waitAMoment } from '../changes/wait-a-moment.ts'
import { defineFaults } from './fault.ts'

const routes = { items: 'PATCH /items/:item_id', properties: 'PATCH /properties/:property_id' } as const

/** Faults of services whose write of an item or a property takes a moment, in which another one comes in between. */
export const concurrentWriteFaults = defineFaults({
  'item-update-writes-all-fields-back': {
    title: 'reads an item, waits, and writes all of its fields back (lost update)',
    breaks: ['ITEM-06'],
    changes: [
      beforeUpdates('items', async ({ read, write }) => {
        const { name, description } = read()
        await waitAMoment()
        write({ name, description })
      }),
    ],
  },
  'item-made-beside-another-is-not-listed': {
    title: 'does not list an item if another one was created in the same product at the same time',
    breaks: ['ITEM-09'],
    changes: notedByTheLastAlone(),
  },
  'update-brings-a-deleted-item-back': {
    title: 'reads an item, waits, and writes it back, even if it was deleted meanwhile',
    breaks: ['ITEM-07'],
    changes: [
      beforeUpdates('items', async ({ read, insert }) => {
        const row = read()
        await waitAMoment()
        insert(row)
      }),
    ],
  },
  'update-brings-a-deleted-property-back': {
    title: 'reads a property, waits, and writes it back, even if it was deleted meanwhile',
    breaks: ['PROP-34'],
    changes: [
      beforeUpdates('properties', async ({ read, write }) => {
        const { deleted } = read()
        if (deleted !== 0) return
        await waitAMoment()
        write({ deleted })
      }),
    ],
  },
})

type Row = Readonly<Record<string, string | number | null | undefined>>

interface Stored {
  readonly read: () => Row
  readonly write: (fields: Row) => void
  /** Puts a row back that is gone by now. */
  readonly insert: (row: Row) => void
}

/** Does something before an item or a property is updated. */
function beforeUpdates(table: keyof typeof routes, work: (stored: Stored) => Promise<void>): RequestChange {
  return requestsOf([routes[table]], async (sent, deployment) => {
    const [id = ''] = Object.values(Object(sent.request.params)).map(String)
    const stored = storedAt(deployment, table, id.toLowerCase())
    if (Object.keys(stored.read()).length === 0) return sent
    await work(stored)
    return asReached(sent)
  })
}

/** A creation takes a moment, and the list knows nothing of an item if another one came into its product meanwhile. */
function notedByTheLastAlone(): readonly Change[] {
  const overtaken = new WeakSet<FastifyRequest>()
  const unlisted = new Set<unknown>()
  return [
    requestsOf(['POST /items'], async (sent, deployment) => {
      const key = `creations of items in ${String(Reflect.get(Object(sent.body), 'product_id'))}`
      const turn = (recall<number>(deployment, key)?.value ?? 0) + 1
      remember(deployment, key, turn)
      await waitAMoment()
      if (recall<number>(deployment, key)?.value !== turn) overtaken.add(sent.request)
      return sent
    }),
    answersOf({ routes: ['POST /items'], statuses: [201] }, (answer) => {
      if (overtaken.has(answer.request) && isRecord(answer.json)) unlisted.add(answer.json['id'])
      return answer
    }),
    answersOf({ routes: ['GET /items'] }, (answer) => withoutEntries(answer, ({ id }) => !unlisted.has(id))),
  ]
}

function storedAt({ store }: Deployment, table: keyof typeof routes, id: string): Stored {
  const read = (): Row => store.get<Row>(`SELECT * FROM ${table} WHERE id = ?`, id) ?? {}
  return {
    read,
    write: (fields) => {
      const columns = Object.entries(fields)
      const places = columns.map(([name]) => `${name} = ?`).join(', ')
      store.run(`UPDATE ${table} SET ${places} WHERE id = ?`, ...columns.map(([, value]) => value ?? null), id)
    },
    insert: (row) => {
      if (Object.keys(read()).length > 0) return
      const places = Object.keys(row).map(() => '?')
      const sql = `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`
      store.run(sql, ...Object.values(row).map((value) => value ?? null))
    },
  }
}

/** What was done stands beside the request: a parameter that nobody reads makes it count as an activation. */
function asReached(sent: Sent): Sent {
  return { ...sent, query: { ...sent.query, written: 'meanwhile' } }
}
