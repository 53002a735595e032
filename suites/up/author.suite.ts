import { assume, each, fieldOf, sameId, scenario } from '#suite'

const needs = ['write'] as const

scenario(
  'an upload shows the current time in uploadedAt',
  { verifies: ['UP-25'], needs },
  async ({ given, verify }) => {
    const { exchange } = await given.file((await given.fileItem()).id)
    verify('UP-25', exchange).isDatedNow('uploadedAt')
  },
)

scenario(
  'an upload does not show the user of another key as uploader, whoever created the target',
  { verifies: ['UP-25'], needs: [...needs, 'same-org-key|control:create-key'] },
  async ({ given, verify }) => {
    const as = 'same-organization'
    const [ours, theirs] = [await given.fileItem(), await given.item({ as })]
    const [own, other] = [ours, theirs].map(({ product }) =>
      fieldOf({ json: fieldOf(product.exchange, 'createdBy') }, 'id'),
    )
    assume(
      own !== undefined && other !== undefined && !sameId(own, other),
      'the target showed both keys of the organization as one user, or none',
    )
    const uploads = [
      { upload: (await given.file(ours.id)).exchange, another: other },
      { upload: (await given.file(theirs.id, { as })).exchange, another: own },
      { upload: (await given.file(ours.id, { as })).exchange, another: own },
    ]
    await each(uploads, async ({ upload, another }) => {
      // lawful: null, which says nothing, and an account of the key, if products show the user who made it
      const hint = 'wrong user: the creator of the target seems to be stored as the uploader'
      verify('UP-25', upload).differsIn('uploadedBy', { id: another }, { hint })
    })
  },
)
