import { assume, scenario, shownId, succeeded } from '#suite'
import { bulkOfItems, bulkOfProperties, entriesIn } from '../shared/bulk-subject.ts'
import { newEntries } from './new-entries.ts'
import { usagesOf } from '../shared/usages.ts'

const rows = [
  { one: 'an item', targetType: 'item', bulkIn: bulkOfItems },
  { one: 'a property', targetType: 'property', bulkIn: bulkOfProperties },
] as const

for (const { one, targetType, bulkIn } of rows)
  scenario(
    `an upload to ${one} that was created in bulk is accepted`,
    { verifies: ['UP-02'], needs: ['write'] },
    async (context) => {
      const { given, verify } = context
      const subject = await bulkIn(context)
      const [before, body] = [await subject.listed(), await subject.body(2)]
      const answer = await subject.send(body)
      assume(succeeded(answer), `the target rejected ${subject.what} in bulk`)
      const made = await newEntries(given, { subject, before, sent: entriesIn(body), wanted: 2, answer })
      const id = shownId(made.at(-1))
      // What was made by itself takes the same file.
      const control = await given.sendUpload((await given.fileItem()).id, { allowDuplicate: 'true' })
      given.requireSuccess(control, 'UP-01')
      const upload = await given.sendUpload(id, { allowDuplicate: 'true' })
      verify('UP-02', upload).isAccepted()
      verify('UP-02', upload).shows({ targetType, targetId: id }, { in: usagesOf(upload.json)[0] })
    },
  )
