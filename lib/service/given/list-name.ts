import type { EndpointId } from '../interface/endpoint.ts'
import type { RequirementId } from '../../contract/requirement.ts'

interface ListFacts {
  readonly endpoint: EndpointId
  /** The requirement that a list which does not answer at all breaks. */
  readonly answeredBy: RequirementId
}

/** The six lists of the contract, by what they hold. */
export const lists = {
  workspaces: { endpoint: 'listWorkspaces', answeredBy: 'WS-01' },
  products: { endpoint: 'listProducts', answeredBy: 'PROD-35' },
  items: { endpoint: 'listItems', answeredBy: 'ITEM-01' },
  properties: { endpoint: 'listProperties', answeredBy: 'PROP-19' },
  files: { endpoint: 'listFiles', answeredBy: 'FILE-10' },
  users: { endpoint: 'listOrganizationUsers', answeredBy: 'USER-01' },
} as const satisfies Readonly<Record<string, ListFacts>>

/** What a list holds. */
export type ListName = keyof typeof lists

/** The names of the lists, in the order of the endpoint table. */
export const listNames = ['workspaces', 'products', 'items', 'properties', 'files', 'users'] as const
