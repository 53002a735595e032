/** What is wrong with single creations, reads or lists shows in those of a bulk as well. */
export const bulkCauses = {
  items: ['ITEM-05', 'ITEM-09', 'ITEM-14'],
  properties: ['PROP-04', 'PROP-19', 'PROP-26', 'PROP-27', 'PROP-30', 'PROP-38'],
} as const
