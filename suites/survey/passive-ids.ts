import type { RequirementId } from '#suite'

/** What passive checks judge on every answer of the contract's endpoints. */
export const onEveryAnswer = [
  'ERR-15',
  'ERR-22',
  'HDR-01',
  'HDR-03',
  'HDR-04',
  'HDR-05',
  'HDR-06',
  'GEN-01',
] as const satisfies readonly RequirementId[]

/** What they judge on errors. */
export const onErrors = [
  'ERR-01',
  'ERR-02',
  'ERR-04',
  'ERR-16',
  'ERR-19',
  'ERR-21',
] as const satisfies readonly RequirementId[]

/** What they judge on lists. */
export const onLists = ['PAGE-01', 'PAGE-02', 'PAGE-03'] as const satisfies readonly RequirementId[]

/** What they judge on the resources that they find in an answer. */
export const onResources = {
  workspaces: ['WS-02', 'GEN-02'],
  products: [
    'PROD-01',
    'PROD-02',
    'PROD-03',
    'PROD-04',
    'PROD-05',
    'PROD-06',
    'PROD-07',
    'PROD-08',
    'PROD-09',
    'PROD-10',
    'PROD-11',
    'PROD-12',
    'PROD-13',
    'PROD-14',
    'PROD-15',
    'PROD-16',
    'PROD-61',
    'PROD-62',
    'GEN-02',
    'GEN-03',
  ],
  properties: [
    'PROP-01',
    'PROP-02',
    'PROP-03',
    'PROP-04',
    'PROP-05',
    'PROP-06',
    'PROP-07',
    'PROP-08',
    'PROP-09',
    'PROP-10',
    'PROP-11',
    'PROP-12',
    'PROP-13',
    'PROP-15',
    'PROP-16',
    'PROP-17',
    'PROP-18',
    'PROP-37',
    'PROD-15',
    'GEN-02',
    'GEN-03',
  ],
  files: [
    'FILE-01',
    'FILE-02',
    'FILE-03',
    'FILE-04',
    'FILE-05',
    'FILE-06',
    'FILE-07',
    'FILE-08',
    'FILE-11',
    'FILE-12',
    'PROD-15',
    'GEN-02',
    'GEN-03',
  ],
  items: ['ITEM-02', 'GEN-02'],
} as const satisfies Readonly<Record<string, readonly RequirementId[]>>
