import { assume, scenario, type PropertyType, succeeded } from '#suite'
import { changedInEveryState, changedTypes, states, valueIn, type State } from './states.ts'
import { ways, type Way } from './ways-to-read.ts'

// `changedInEveryState` publishes an item with a property of each type twice, gives each property another value before the second version and
// after it, and chooses the first version as the baseline. `way.look` reads a property of it in a state: in the list, in the list of its type, or
// by one of its ids, with and without its type.

type Rule = 'VER-01' | 'VER-02' | 'VER-03' | 'VER-12' | 'VER-13' | 'VER-14'

/** A result of a version that is not that of then was computed again, if what is stored is as it was. */
function ruleOf({ ofVersion, ofBaseline }: Way, state: State, type: PropertyType): Rule {
  if (state === 'draft') return 'VER-01'
  if (type === 'formula') return 'VER-12'
  return state === 'baseline' ? ofBaseline : ofVersion
}

const named = {
  draft: 'the draft',
  first: 'a version',
  second: 'the next version',
  baseline: 'the baseline',
} as const

/** The draft has changed after each version was published. */
function titleOf(type: PropertyType, state: State, { name }: Way): string {
  return state === 'draft'
    ? `the draft shows the value of a ${type} property (${name})`
    : `${named[state]} keeps the value of a ${type} property when the draft changes (${name})`
}

/** The states in which a property is asked for with its type, in the list and by each id; in the others it is asked for without. */
const askedWithType: Readonly<Record<PropertyType, readonly State[]>> = {
  numeric: ['first', 'baseline'],
  matrix: ['draft', 'second'],
  text: ['first', 'baseline'],
  date: ['draft', 'second'],
  status: ['first', 'baseline'],
  formula: ['draft', 'second'],
}

const rows = changedTypes.flatMap((type) =>
  states.flatMap((state) =>
    ways
      .filter(({ withType }) => withType === askedWithType[type].includes(state))
      // In the draft a property has one id.
      .filter(({ isOfVersion }) => state !== 'draft' || isOfVersion !== true)
      .map((way) => ({ type, state, way })),
  ),
)

for (const { type, state, way } of rows) {
  const rule = ruleOf(way, state, type)
  scenario(
    titleOf(type, state, way),
    {
      verifies: [rule],
      needs: ['control:publish-version', 'write'],
    },
    async (context) => {
      const changed = await changedInEveryState(context)
      const due = valueIn(changed, type, state)
      assume(due !== undefined, `the target did not change the value of a ${type}`)
      const { answer, record } = await way.look(context, { changed, type, state })
      // Which of the two ids is accepted with a version is open, and that one of them is, is asked elsewhere.
      const isListed = way.isList === true && (state === 'draft' || succeeded(answer))
      assume(record !== undefined || isListed, `the target did not show a property for ${named[state]} (${way.name})`)
      context.verify(rule, answer, changed.listed).shows({ value: due }, { in: record })
    },
  )
}
