import {
  assume,
  evenText,
  evenValue,
  fieldOf,
  inTurn,
  isRecord,
  sameId,
  sameNumber,
  scenario,
  show,
  succeeded,
  type CheckContext,
  type Entry,
  type Exchange,
  type PropertyType,
} from '#suite'
import { leadsNowhere } from '../subjects/published-story.ts'
import { changedInEveryState, changedTypes, states, valueIn, type Changed, type State } from './states.ts'

type Rule = 'VER-01' | 'VER-02' | 'VER-03' | 'VER-12' | 'VER-13' | 'VER-14'
type Context = CheckContext<Rule>

/** A value that breaks the rule of its type differs for that reason alone, and a draft that is not as it was written too. */
const causes = [
  'PROP-10',
  'PROP-11',
  'PROP-16',
  'PROP-17',
  'PROP-18',
  'PROP-26',
  'PROP-27',
  'PROP-31',
  'VER-12',
] as const

interface Asked {
  readonly changed: Changed
  readonly type: PropertyType
  readonly state: State
}

interface Look {
  readonly answer: Exchange
  readonly record: unknown
}

interface Way {
  readonly name: string
  /** The requirement that another value breaks, where a version is asked for by its number. */
  readonly ofVersion: Rule
  readonly ofBaseline: Rule
  readonly look: (context: Context, asked: Asked) => Promise<Look>
}

type Query = Readonly<Record<string, string | number>>

function queryOf({ changed, state }: Pick<Asked, 'changed' | 'state'>): Query {
  const version = changed.versions[state]
  return version === undefined ? {} : { version }
}

/** The list of the item in a state, by whichever id of it the target takes; asked once for all types. */
async function list(context: Context, asked: Asked, more: Query = {}): Promise<Exchange> {
  const { item } = asked.changed
  const query = { limit: 100, ...queryOf(asked), ...more }
  return context.session.shared(`${show(query)} of ${item.id}`, async () => {
    const look = () => listByEitherId(context, asked, query)
    // lawful: a version is made ready a little later
    const listed = await (Object.keys(more).length === 0 ? context.given.eventually(look, succeeded) : look())
    const isKnown = asked.state === 'draft' || context.given.entriesOf(listed).length > 0
    if (!isKnown && !(await leadsToAny(context, asked.changed)))
      throw leadsNowhere(asked.changed.versions[asked.state], listed)
    return listed
  })
}

/** Whether an id of the draft leads to any version: where one does, the others are to be reached by it too. */
function leadsToAny(context: Context, changed: Changed): Promise<boolean> {
  const { given, session } = context
  return session.shared(`whether ids of the draft of ${changed.item.id} lead to a version`, async () => {
    for (const state of states.filter((one) => one !== 'draft')) {
      const query = queryOf({ changed, state })
      if (given.entriesOf(await given.listProperties(changed.item.id, { query })).length > 0) return true
      for (const type of changed.properties.keys())
        if ((await itemIdIn(context, { changed, type, state })) !== undefined) return true
    }
    return false
  })
}

async function listByEitherId(context: Context, asked: Asked, query: Query): Promise<Exchange> {
  const { given } = context
  const answer = await given.listProperties(asked.changed.item.id, { query })
  if (given.entriesOf(answer).length > 0 || asked.state === 'draft') return answer
  const itemId = await itemIdIn(context, asked)
  return itemId === undefined ? answer : given.listProperties(itemId, { query })
}

/** The id that the item has in a version, as a property shows it that is read by its draft id. */
async function itemIdIn({ given }: Context, { changed, type, state }: Asked): Promise<string | undefined> {
  const id = changed.properties.get(type)?.id ?? ''
  const { json } = await given.read('property', id, { query: queryOf({ changed, state }) })
  const itemId = isRecord(json) ? json['item_id'] : undefined
  return typeof itemId === 'string' ? itemId : undefined
}

/** The entry of a property, by its id in the draft. One that names another draft, which is judged elsewhere, is known by its name. */
function entryIn(context: Context, answer: Exchange, { changed, type }: Asked): Entry | undefined {
  const property = changed.properties.get(type)
  const entries = context.given.entriesOf(answer)
  const byDraft = entries.find(
    (entry) => sameId(entry['draft_property_id'], property?.id) || sameId(entry['id'], property?.id),
  )
  return byDraft ?? entries.find(({ name }) => evenText(name) === evenText(property?.body['name']))
}

async function byId(context: Context, asked: Asked, id: unknown, more: Query = {}) {
  const answer = await context.given.read('property', String(id), { query: { ...queryOf(asked), ...more } })
  return { answer, record: succeeded(answer) ? answer.json : undefined }
}

/** The version's own id of a property, as its list shows it. */
async function ownId(context: Context, asked: Asked): Promise<unknown> {
  return entryIn(context, await list(context, asked), asked)?.['id']
}

const ways: readonly Way[] = [
  {
    name: 'in the list',
    ofVersion: 'VER-02',
    ofBaseline: 'VER-03',
    look: async (context, asked) => {
      const answer = await list(context, asked)
      return { answer, record: entryIn(context, answer, asked) }
    },
  },
  {
    name: 'in the list by its type',
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
    name: "by the draft's id",
    ofVersion: 'VER-13',
    ofBaseline: 'VER-03',
    look: (context, asked) => byId(context, asked, asked.changed.properties.get(asked.type)?.id),
  },
  {
    name: "by the draft's id and its type",
    ofVersion: 'VER-13',
    ofBaseline: 'VER-03',
    look: (context, asked) => byIdAndType(context, asked, asked.changed.properties.get(asked.type)?.id),
  },
  {
    name: 'by its own id',
    ofVersion: 'VER-13',
    ofBaseline: 'VER-03',
    look: async (context, asked) => byId(context, asked, await ownId(context, asked)),
  },
  {
    name: 'by its own id and its type',
    ofVersion: 'VER-13',
    ofBaseline: 'VER-03',
    look: async (context, asked) => byIdAndType(context, asked, await ownId(context, asked)),
  },
]

/** The type by which it is to be found, as it is shown. lawful: a matrix that is typed numeric is found by either type. */
async function typesOf(context: Context, asked: Asked): Promise<readonly string[]> {
  const entry = entryIn(context, await list(context, asked), asked)
  const shown = entry?.['type']
  const type = typeof shown === 'string' ? shown.toLowerCase() : asked.type
  return asked.type === 'matrix' && type !== 'matrix' ? [type, 'matrix'] : [type]
}

async function byIdAndType(context: Context, asked: Asked, id: unknown): Promise<Look> {
  return firstTelling(await inTurn(await typesOf(context, asked), (type) => byId(context, asked, id, { type })))
}

/** The first of several looks that shows the property, or else the first. */
function firstTelling(looks: readonly Look[]): Look {
  const [first] = looks
  if (first === undefined) throw new Error('nothing was looked at')
  return looks.find(({ answer, record }) => succeeded(answer) && record !== undefined) ?? first
}

/** A result of a version that is not that of then was computed anew, where what is stored is as it was. */
function ruleOf({ ofVersion, ofBaseline }: Way, state: State, type: PropertyType): Rule {
  if (state === 'draft') return 'VER-01'
  if (type === 'formula') return 'VER-12'
  return state === 'baseline' ? ofBaseline : ofVersion
}

const named = {
  draft: 'without a version',
  first: 'as of a version',
  second: 'as of the next version',
  baseline: 'as of the baseline',
} as const

/** Each pair of a type, a state and a way comes at least once; in the draft a property has one id. */
const rows = changedTypes.flatMap((type, column) =>
  states.flatMap((state, line) =>
    ways
      .filter((_, place) => (column + line + place) % 2 === 0)
      .filter(({ name }) => state !== 'draft' || !name.includes('own id'))
      .map((way) => ({ type, state, way })),
  ),
)

/** What a plainer way to read the same state finds first. */
const plainer = {
  'VER-01': ['VER-02'],
  'VER-02': [],
  'VER-03': ['VER-02'],
  'VER-12': ['VER-02', 'VER-03', 'VER-13', 'VER-14'],
  'VER-13': ['VER-02'],
  'VER-14': ['VER-02', 'VER-03'],
} as const satisfies Record<Rule, readonly Rule[]>

/** A property by id as of the baseline is what it is by the number, and that is judged of the number. */
function byIdCauses({ ofVersion }: Way, rule: Rule): readonly Rule[] {
  return rule === 'VER-03' && ofVersion === 'VER-13' ? ['VER-13'] : []
}

for (const { type, state, way } of rows) {
  const rule = ruleOf(way, state, type)
  scenario(
    `a ${type} property ${way.name} ${named[state]} has the value of then`,
    {
      verifies: [rule],
      needs: ['control:publish-version', 'write'],
      causedBy: [...causes, ...plainer[rule], ...byIdCauses(way, rule)],
    },
    async (context) => {
      const changed = await changedInEveryState(context)
      const due = valueIn(changed, type, state)
      assume(due !== undefined, `a ${type} whose value can be changed`)
      const { answer, record } = await way.look(context, { changed, type, state })
      // Which of the two ids is accepted with a version is open, and that one of them is, is asked elsewhere.
      const isListed = way.name.includes('list') && (state === 'draft' || answer.status < 400)
      assume(record !== undefined || isListed, `a property ${way.name} ${named[state]}`)
      const shown = evenValue(fieldOf({ json: record }, 'value'))
      context.verify(rule, answer).that({
        claim: `a property ${way.name} ${named[state]} has the value that it had then`,
        holds: isSame(due, shown),
        expected: show(due),
        received: show(shown),
      })
    },
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return typeof one === 'number' && typeof other === 'number' ? sameNumber(one, other) : show(one) === show(other)
}
