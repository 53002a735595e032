import { inTurn, succeeded, type Exchange, shownId, type Sources } from '#suite'
import { shownType } from '../shared/example-property.ts'
import { entryIn, list, queryOf, type Asked, type Query } from './lists-in-states.ts'

/** What one way shows of a property. */
interface Look {
  readonly answer: Exchange
  readonly record: unknown
}

/** A way to read a property in a state. */
export interface Way {
  readonly name: string
  readonly isList?: true
  /** It needs an id that only a published version has. */
  readonly isOfVersion?: true
  readonly withType: boolean
  /** The requirement that another value breaks, where a version is asked for by its number. */
  readonly ofVersion: 'VER-02' | 'VER-13' | 'VER-14'
  readonly ofBaseline: 'VER-03' | 'VER-14'
  readonly look: (context: Sources, asked: Asked) => Promise<Look>
}

async function byId(context: Sources, asked: Asked, id: string, more: Query = {}) {
  const answer = await context.given.read('property', id, { query: { ...queryOf(asked), ...more } })
  return { answer, record: succeeded(answer) ? answer.json : undefined }
}

/** A look by the version's own id of a property, as its list shows it; if the list has none, the list is the look. */
async function byOwnId(context: Sources, asked: Asked, look: typeof byId | typeof byIdAndType): Promise<Look> {
  const answer = await list(context, asked)
  const record = entryIn(context, answer, asked)
  return record ? look(context, asked, shownId(record)) : { answer, record }
}

/** The lists and the reads by each id, with and without the type. */
export const ways: readonly Way[] = [
  {
    name: 'list',
    isList: true,
    withType: false,
    ofVersion: 'VER-02',
    ofBaseline: 'VER-03',
    look: async (context, asked) => {
      const answer = await list(context, asked)
      return { answer, record: entryIn(context, answer, asked) }
    },
  },
  {
    name: 'list with type',
    isList: true,
    withType: true,
    ofVersion: 'VER-14',
    ofBaseline: 'VER-14',
    look: async (context, asked) => {
      const looks = await inTurn(await typesOf(context, asked), async (type) => {
        const answer = await list(context, asked, { type })
        return { answer, record: entryIn(context, answer, asked) }
      })
      return firstTelling(looks)
    },
  },
  {
    name: 'read by draft id',
    withType: false,
    ofVersion: 'VER-13',
    ofBaseline: 'VER-03',
    look: (context, asked) => byId(context, asked, shownId(asked.changed.properties.get(asked.type))),
  },
  {
    name: 'read by draft id and type',
    withType: true,
    ofVersion: 'VER-13',
    ofBaseline: 'VER-03',
    look: (context, asked) => byIdAndType(context, asked, shownId(asked.changed.properties.get(asked.type))),
  },
  {
    name: 'read by published id',
    isOfVersion: true,
    withType: false,
    ofVersion: 'VER-13',
    ofBaseline: 'VER-03',
    look: (context, asked) => byOwnId(context, asked, byId),
  },
  {
    name: 'read by published id and type',
    isOfVersion: true,
    withType: true,
    ofVersion: 'VER-13',
    ofBaseline: 'VER-03',
    look: (context, asked) => byOwnId(context, asked, byIdAndType),
  },
]

/** The type by which it is to be found, as it is shown. lawful: a matrix that is typed numeric is found by either type. */
async function typesOf(context: Sources, asked: Asked): Promise<readonly string[]> {
  const entry = entryIn(context, await list(context, asked), asked)
  const type = (entry && shownType(entry)) ?? asked.type
  return asked.type === 'matrix' && type !== 'matrix' ? [type, 'matrix'] : [type]
}

async function byIdAndType(context: Sources, asked: Asked, id: string): Promise<Look> {
  return firstTelling(await inTurn(await typesOf(context, asked), (type) => byId(context, asked, id, { type })))
}

/** The first of several looks that shows the property, or else the first. */
function firstTelling(looks: readonly Look[]): Look {
  const [first] = looks
  if (first === undefined) throw new Error('nothing was evaluated')
  return looks.find(({ answer, record }) => succeeded(answer) && record !== undefined) ?? first
}
