import { assume, blocked, each, fieldOf, scenario, type Exchange, shownId, type Sources } from '#suite'
import {
  claimGenerated,
  claimNotGenerated,
  descriptionIn,
  isGenerated,
  statusIn,
  statusShown,
} from './description-fields.ts'
import { generationHistory, type GenerationHistory } from './generation-history.ts'
import { historyWithoutAi } from './history-without-ai.ts'
import { updateFile, userEdits } from './user-edits.ts'
import { descriptionTimeout } from './wait-for-description.ts'

// `generationHistory` uploads files to an item and to a property while AI usage is on: `plain` and `onProperty` are left alone, `titled`
// gets a new title from its user at once, `edited` get the updates of `userEdits`. Of each file it returns the record `before` (after
// the upload or the updates) and `after` (once descriptions had time to come).
// `placeholders` are texts that a service shows until a description is generated.
// AI usage is the whole organization's: nothing else runs meanwhile.
const alone = { needs: ['write', 'ai-usage|control:set-ai-usage'], serial: true } as const

const hidden = 'the target did not show description_status'

/** lawful: a status may be shown from the first change on only. */
function isStatusShown(record: Exchange, { edited }: Pick<GenerationHistory, 'edited'>): boolean {
  return [record, ...[...edited.values()].map((file) => file?.before)].some(
    (one) => one !== undefined && statusIn(one) !== undefined,
  )
}

/** The history, if the target described one of its files: otherwise nothing shows what becomes of a generated description. */
async function describedHistory(context: Sources) {
  const history = await generationHistory(context)
  const { upload, described } = history.plain
  assume(described !== undefined, blocked('AI-01', 'the target did not generate a description'))
  return { ...history, plain: { upload, described } }
}

scenario(
  'an uploaded file gets a generated description while AI usage is on',
  { verifies: ['AI-01'], ...alone },
  async (context) => {
    const { plain } = await generationHistory(context)
    const seconds = descriptionTimeout(context.session) / 1000
    // lawful: the contract sets no time for it
    assume(plain.described !== undefined, `the target did not generate a description within ${seconds} s`)
    context.verify('AI-01', plain.described).has('description')
  },
)

scenario(
  'a file of a property gets a generated description too',
  { verifies: ['AI-01'], ...alone },
  async (context) => {
    const { onProperty, placeholders } = await describedHistory(context)
    const of = "the later record of a property's file"
    claimGenerated(context.verify('AI-01', onProperty.after), placeholders, { of })
  },
)

// POST /files/{item id}, and GET /files/{file_id} once it has a description.
scenario(
  'an upload is answered before its description is generated',
  { verifies: ['AI-02'], ...alone },
  async (context) => {
    const { upload, described } = (await describedHistory(context)).plain
    // lawful: a placeholder until the description comes
    context.verify('AI-02', upload).differsIn('description', descriptionIn(described), { beside: [described] })
  },
)

// POST /files/{property id} with userTitle and allow_duplicate=true, and GET /files/{file_id} once it has a description.
scenario(
  'a titled upload to a property that allows duplicates is answered before its description is generated',
  { verifies: ['AI-02'], ...alone },
  async (context) => {
    const { onProperty, placeholders } = await describedHistory(context)
    const { before: upload, after } = onProperty
    const cause = 'the target did not describe the file of a titled upload to a property that allows duplicates'
    assume(isGenerated(after, placeholders), blocked('AI-01', cause))
    context.verify('AI-02', upload).differsIn('description', descriptionIn(after), { beside: [after] })
  },
)

// Each row of `userEdits` has the bodies of its PATCH /files/{file_id}, sent before or after the description is generated. `before` is the
// answer to the last one, `after` the record once a description had time to come.
for (const edit of userEdits)
  scenario(edit.title, { verifies: [edit.verifies], ...alone }, async (context) => {
    const { edited } = await describedHistory(context)
    const { before, after } = edited.get(edit) ?? context.given.untestable(neverGenerated)
    assume(descriptionIn(before) === edit.description, notStored[edit.verifies])
    context.verify(edit.verifies, after).shows({ description: edit.description }, { beside: [before] })
  })

const neverGenerated = blocked('AI-01', 'the target did not generate the description of a file')
const notStored = {
  'AI-04': blocked('FILE-15', 'the target did not change the description'),
  'AI-07': blocked('FILE-16', 'the target did not clear the description'),
}

// PATCH /files/{file_id} with userTitle right after the upload, and GET once the description had time to come.
scenario(
  'a new title does not stop the generation of a description',
  { verifies: ['AI-06'], ...alone },
  async (context) => {
    const { placeholders, titled } = await describedHistory(context)
    const hint = 'wrong trigger: an update of the title seems to be treated as one of the description'
    claimGenerated(context.verify('AI-06', titled.after), placeholders, { hint })
  },
)

// The same; `titledMeanwhile` is a file whose description was being generated when the PATCH came.
scenario(
  'a title set by a user survives the generation of the description',
  { verifies: ['FILE-14'], ...alone },
  async (context) => {
    const { titled, titledMeanwhile } = await describedHistory(context)
    const both = [titled, titledMeanwhile].filter(
      ({ before, after }) => descriptionIn(after) !== undefined && fieldOf(before, 'userTitle') !== undefined,
    )
    assume(both.length > 0, blocked('AI-06', 'the target did not show both the title and the description of a file'))
    await each(both, async ({ before, after }) =>
      context.verify('FILE-14', after).shows({ userTitle: fieldOf(before, 'userTitle') }, { beside: [before] }),
    )
  },
)

scenario(
  'an update with the same description keeps description_status',
  { verifies: ['AI-06'], ...alone },
  async (context) => {
    const { given, verify } = context
    const history = await describedHistory(context)
    const id = shownId(history.plain.described.json)
    const before = await given.fileRecord(id)
    assume(isStatusShown(before, history), hidden)
    await updateFile(context, id, { description: descriptionIn(before) ?? '' })
    const after = await given.fileRecord(id)
    verify('AI-06', after).shows(statusShown(before), { in: statusShown(after), beside: [before] })
  },
)

scenario(
  'clearing a generated description sets its status to dismissed',
  { verifies: ['AI-05'], ...alone },
  async (context) => {
    const { given, verify } = context
    const history = await describedHistory(context)
    const id = shownId(history.onProperty.after.json)
    const before = await given.fileRecord(id)
    assume(isStatusShown(before, history), hidden)
    assume(
      isGenerated(before, history.placeholders),
      blocked('AI-01', 'the target did not describe a file on a property'),
    )
    await updateFile(context, id, { description: '' })
    const after = await given.fileRecord(id)
    assume(descriptionIn(after) === undefined, blocked('FILE-16', 'the target did not clear the description'))
    const hint = 'falsy check: an empty description seems to be treated as one that was not sent'
    verify('AI-05', after).shows({ description_status: 'dismissed' }, { in: statusShown(after), hint })
  },
)

scenario('the values of description_status are observed', { verifies: ['AI-08'], ...alone }, async (context) => {
  const { plain } = await generationHistory(context)
  context.observe('AI-08', 'status after an upload', statusIn(plain.upload))
  assume(plain.described !== undefined)
  context.observe('AI-08', 'status of a generated description', statusIn(plain.described))
})

// `historyWithoutAi` switches AI usage off (or finds it declared off), uploads a text file to an item and one to a property, waits three
// times as long as a description takes, and reads both (`after`, `onProperty`). With AI usage on again it uploads another (`again`).

scenario('no description is generated while AI usage is off', { verifies: ['AI-03'], ...alone }, async (context) => {
  const { after, onProperty, placeholders } = await historyWithoutAi(context)
  claimNotGenerated(context.verify('AI-03', [after, onProperty]), placeholders)
})

scenario('a description is generated once AI usage is on again', { verifies: ['AI-01'], ...alone }, async (context) => {
  const { again } = await historyWithoutAi(context)
  assume(again !== undefined, {
    reason: 'missing-control',
    needs: 'control:set-ai-usage',
    remedy: 'supply the control setAiUsage (--controls FILE)',
  })
  const { described, upload } = again
  const of = 'the record of a file uploaded after AI usage was switched on again'
  context.verify('AI-01', described ?? upload).has('description', { of, in: described?.json })
})
