import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { answersOf, isRecord, withHeaders } from '../changes/answers.ts'
import type { Change, RequestChange, Sent } from '../changes/change.ts'
import { recall, remember } from '../changes/memory.ts'
import { requestsOf } from '../changes/requests.ts'
import type { Deployment } from '../service/deployment.ts'
import { defineFaults } from './fault.ts'

const moment = 25

const routes = { items: 'PATCH /items/:item_id', properties: 'PATCH /properties/:property_id' } as const

/** Faults of services whose write of an item or a property takes a moment, in which another one comes in between. */
export const concurrentWriteFaults = defineFaults({
  'item-update-writes-all-fields-back': {
    title: 'reads an item, waits, and writes all of its fields back with an update',
    breaks: ['ITEM-06'],
    changes: [
      beforeUpdates('items', async ({ read, write }) => {
        const { name, description } = read()
        await delay(moment)
        write({ name, description })
      }),
    ],
  },
  'creation-of-an-item-is-lost-to-another': {
    title: 'loses an item while it is created in the product in which another one is being created',
    breaks: ['ITEM-09'],
    changes: lostToAnother({ route: 'POST /items', table: 'items', place: 'product_id' }),
  },
  'creation-of-a-property-is-lost-to-another': {
    title: 'loses a property while it is created in the item in which another one is being created',
    breaks: ['PROP-30'],
    changes: lostToAnother({ route: 'POST /properties', table: 'properties', place: 'item_id' }),
  },
  'update-brings-a-deleted-item-back': {
    title: 'reads an item, waits, and writes it whole, also where it has been deleted meanwhile',
    breaks: ['ITEM-07'],
    changes: [
      beforeUpdates('items', async ({ read, insert }) => {
        const row = read()
        await delay(moment)
        insert(row)
      }),
    ],
  },
  'update-brings-a-deleted-property-back': {
    title: 'reads a property, waits, and writes it whole, also where it has been deleted meanwhile',
    breaks: ['PROP-34'],
    changes: [
      beforeUpdates('properties', async ({ read, write }) => {
        const { deleted } = read()
        if (deleted !== 0) return
        await delay(moment)
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

interface Creation {
  readonly route: 'POST /items' | 'POST /properties'
  readonly table: keyof typeof routes
  /** The field of the body that names the place. */
  readonly place: 'product_id' | 'item_id'
}

/** A creation takes a moment, and is answered as if it stood, where another one in the same place has come in meanwhile. */
function lostToAnother({ route, table, place }: Creation): readonly Change[] {
  const lost = new WeakSet<FastifyRequest>()
  return [
    requestsOf([route], async (sent, deployment) => {
      const key = `creations of ${table} in ${String(Reflect.get(Object(sent.body), place))}`
      const turn = (recall<number>(deployment, key)?.value ?? 0) + 1
      remember(deployment, key, turn)
      await delay(moment)
      if (recall<number>(deployment, key)?.value !== turn) lost.add(sent.request)
      return sent
    }),
    answersOf({ routes: [route], statuses: [201] }, (answer, { store }) => {
      if (!lost.has(answer.request) || !isRecord(answer.json)) return answer
      store.run(`DELETE FROM ${table} WHERE id = ?`, String(answer.json['id']))
      return withHeaders(answer, { 'x-written': 'over' })
    }),
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
