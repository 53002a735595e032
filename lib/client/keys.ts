/** The keys of a run. Only `own` is always there. */
export interface Keys {
  readonly own: string
  readonly sameOrganization?: string | undefined
  readonly otherOrganization?: string | undefined
  readonly revoked?: string | undefined
  /** Those that the run has created, by their ids. */
  readonly made?: ReadonlyMap<string, string>
}

/** The given keys of a run, by their names here. */
export type KeyName = Exclude<keyof Keys, 'made'>

/** The names of the keys that a run is given. */
export const keyNames = [
  'own',
  'sameOrganization',
  'otherOrganization',
  'revoked',
] as const satisfies readonly KeyName[]
