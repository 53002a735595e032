import type { RequirementId } from '#suite'

/**
 * What explains a difference between two ways to see a record better than the view does: a field whose shape is wrong, a read
 * that changes what it reads, what is late, and what is refused.
 */
const anywhere = ['GEN-02', 'GEN-03', 'GEN-04', 'AUTH-23', 'ERR-20'] as const

/** By the kind of the record. */
export const causes = {
  product: [
    ...anywhere,
    'PROD-01',
    'PROD-02',
    'PROD-04',
    'PROD-05',
    'PROD-06',
    'PROD-07',
    'PROD-14',
    'PROD-16',
    'PROD-17',
    'PROD-36',
    'PROD-37',
    'PROD-38',
    'PROD-39',
    'PN-02',
    'PN-03',
  ],
  item: [...anywhere, 'ITEM-01', 'ITEM-02', 'ITEM-03', 'ITEM-04', 'ITEM-12', 'ITEM-14'],
  property: [
    ...anywhere,
    'PROP-01',
    'PROP-02',
    'PROP-03',
    'PROP-04',
    'PROP-05',
    'PROP-06',
    'PROP-07',
    'PROP-09',
    'PROP-10',
    'PROP-11',
    'PROP-12',
    'PROP-13',
    'PROP-14',
    'PROP-16',
    'PROP-17',
    'PROP-18',
    'PROP-27',
    'PROP-32',
    'PROP-34',
    'ITEM-08',
  ],
  file: [
    ...anywhere,
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
    'FILE-16',
    'FILE-20',
    'AI-04',
    'AI-07',
    'UP-02',
    'UP-04',
    'UP-07',
    'UP-08',
  ],
} as const satisfies Readonly<Record<string, readonly RequirementId[]>>
