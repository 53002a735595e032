import { requirementsIn, type RequirementId } from '#suite'

/** What passive checks judge on every answer of the contract's endpoints. */
export const onEveryAnswer = [
  'ERR-15',
  'ERR-22',
  ...requirementsIn('responses/headers.json'),
  'HDR-03',
  'GEN-01',
  'GEN-10',
] as const satisfies readonly RequirementId[]

/** What they judge on errors. */
export const onErrors = [
  ...requirementsIn('resources/error.json'),
  ...requirementsIn('resources/validation-details.json'),
  'ERR-19',
  'ERR-21',
] as const satisfies readonly RequirementId[]

/** What they judge on lists, beside their entries. */
export const onLists = ['PAGE-01', 'PAGE-02', 'PAGE-03'] as const satisfies readonly RequirementId[]

/** What they judge on the resources that they find in an answer. */
export const onResources = {
  workspaces: requirementsIn('resources/workspace.json'),
  products: [...requirementsIn('resources/product.json'), 'PROD-05', 'PROD-61', 'PROD-62'],
  properties: [...requirementsIn('resources/property.json'), 'PROP-15', 'PROP-37'],
  files: requirementsIn('resources/file.json'),
  items: requirementsIn('resources/item.json'),
} as const satisfies Readonly<Record<string, readonly RequirementId[]>>
