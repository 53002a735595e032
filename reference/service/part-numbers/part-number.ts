/** What a part number belongs to. */
export interface Holder {
  readonly kind: 'product' | 'item'
  readonly id: string
}

/** A part number that a product or an item is to have. */
export interface Claim {
  readonly number: string
  readonly organizationId: string
  readonly workspaceId: string
  readonly holder: Holder
}

/** A part number as the store has it, active or retired. */
export interface PartNumberRow {
  readonly number: string
  readonly organization_id: string
  readonly workspace_id: string
  readonly state: 'active' | 'retired'
  readonly product_id: string | null
  readonly item_id: string | null
}
