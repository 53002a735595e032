/** The keys of a run. Only `own` is always there. */
export interface Keys {
  readonly own: string
  readonly sameOrganization?: string | undefined
  readonly otherOrganization?: string | undefined
  readonly revoked?: string | undefined
}
