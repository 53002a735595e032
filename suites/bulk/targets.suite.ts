import { assume, scenario, shownId, succeeded } from '#suite'
import { bulkOfItems, bulkOfProperties, entriesIn } from '../shared/bulk-subject.ts'
import { sendBulk } from './send-bulk.ts'
import { usagesOf } from '../shared/usages.ts'

const rows = [
  { one: 'an item of POST /items/bulk', targetType: 'item', bulkIn: bulkOfItems },
  { one: 'a property of POST /properties/bulk', targetType: 'property', bulkIn: bulkOfProperties },
] as const

for (const { one, targetType, bulkIn } of rows)
  scenario(
    `POST /files/{target_id} to ${one} is accepted and shows its link`,
    { verifies: ['UP-02'], needs: ['write'] },
    async (context) => {
      const { given, verify } = context
      const subject = await bulkIn(context)
      const body = await subject.body(2)
      const { answer, made } = await sendBulk(given, { subject, body, sent: entriesIn(body) })
      assume(succeeded(answer), `the target rejected ${subject.what} in bulk`)
      const id = shownId((await made()).at(-1))
      // What was made by itself takes the same file.
      const control = await given.sendUpload((await given.fileItem()).id, { allowDuplicate: 'true' })
      given.requireSuccess(control, 'UP-01')
      const upload = await given.sendUpload(id, { allowDuplicate: 'true' })
      verify('UP-02', upload).isAccepted()
      verify('UP-02', upload).shows({ targetType, targetId: id }, { in: usagesOf(upload.json)[0] })
    },
  )
