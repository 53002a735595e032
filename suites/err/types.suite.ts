import { eachWrongType, forAll, wrongType, type TypedField, type WrongType } from '#suite'

const text: TypedField['lawful'] = ['text']
// Null for a field that may be left out is lawful either way.
const optionalText: TypedField['lawful'] = ['text', 'null']

// A part number that is taken by mistake would stay behind: those are sent only where traces are allowed.
const created: readonly TypedField[] = [
  { field: 'workspace_id', lawful: text },
  { field: 'name', lawful: text },
  { field: 'readable_id', lawful: text },
  { field: 'description', lawful: optionalText },
]
// Numbers and texts as a baseline are judged with the baseline.
const updated: readonly TypedField[] = [
  { field: 'name', lawful: optionalText },
  { field: 'readable_id', lawful: optionalText },
  { field: 'description', lawful: optionalText },
  { field: 'baseline_version_number', lawful: ['number', 'text', 'null'] },
]
const partNumber: readonly TypedField[] = [{ field: 'part_number', lawful: optionalText }]

const brokenBy = ({ field, type }: WrongType): string => `${field} is ${type}`

const cases = [
  { fields: 'the fields', creation: created, update: updated, needs: ['write'] },
  { fields: 'the part number', creation: partNumber, update: partNumber, needs: ['write', 'trace'] },
] as const

for (const { fields, creation, update, needs } of cases) {
  forAll(
    `a creation with another type in ${fields} of a product is refused`,
    { verifies: ['ERR-14'], needs },
    async ({ given, verify }) => {
      const { exchange: control } = await given.product({ description: 'as it should be' })
      return {
        inputs: wrongType(creation),
        examples: eachWrongType(creation),
        holds: async (wrong: WrongType) => {
          const body = { ...(await given.productBody()), [wrong.field]: wrong.value }
          const answer = await given.createProduct(body, { broken: brokenBy(wrong) })
          verify('ERR-14', answer).isRefused({ status: 422, control })
        },
      }
    },
  )

  forAll(
    `an update with another type in ${fields} of a product is refused`,
    { verifies: ['ERR-14'], needs },
    async ({ given, verify }) => {
      const { id } = await given.product()
      const lawful = { name: given.name(), readable_id: given.readableId(), description: 'a change' }
      const control = given.requireSuccess(await given.update(id, lawful), 'PROD-41')
      return {
        inputs: wrongType(update),
        examples: eachWrongType(update),
        holds: async (wrong: WrongType) => {
          const answer = await given.update(id, { [wrong.field]: wrong.value }, { broken: brokenBy(wrong) })
          verify('ERR-14', answer).isRefused({ status: 422, control })
        },
      }
    },
  )
}

const file: readonly TypedField[] = [
  { field: 'userTitle', lawful: optionalText },
  { field: 'description', lawful: optionalText },
]

forAll(
  'an update with another type in a field of a file is refused',
  { verifies: ['ERR-14'], needs: ['write'] },
  async ({ api, given, verify }) => {
    const path = { file_id: (await given.file((await given.item()).id)).id }
    const control = given.requireSuccess(
      await api.send('updateFile', { path, json: { userTitle: 'a title', description: 'a change' } }),
      'FILE-14',
    )
    return {
      inputs: wrongType(file),
      examples: eachWrongType(file),
      holds: async (wrong: WrongType) => {
        const json = { [wrong.field]: wrong.value }
        verify('ERR-14', await api.send('updateFile', { path, json, broken: brokenBy(wrong) })).isRefused({
          status: 422,
          control,
        })
      },
    }
  },
)
