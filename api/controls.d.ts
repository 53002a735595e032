/** A limit that is configured for the organization; null where the deployment's own default holds. */
export type RateLimitSetting = { readonly limit: number; readonly windowSeconds: number } | null

/** What a target's operators may supply to do what the web application does. Every one is optional. */
export interface ControlFunctions {
  /** A new key, of the organization under test or of another one. */
  createApiKey(request: {
    readonly organization: 'own' | 'other'
  }): Promise<{ readonly id: string; readonly key: string }>
  /** Makes a key worthless that `createApiKey` made. */
  revokeApiKey(id: string): Promise<void>
  /** Publishes the draft of a product as its next version. */
  publishVersion(productId: string): Promise<{ readonly version: number }>
  /** Switches the organization's AI usage on or off. */
  setAiUsage(enabled: boolean): Promise<void>
  /**
   * Sets the format that part numbers have to have which products beside the named one are created with or assigned;
   * null lifts it. To be left out where a format holds for the named product alone.
   */
  setPartNumberRule(productId: string, pattern: string | null): Promise<void>
  /** Deletes a property as the web application does: it stays, marked as deleted. */
  softDeleteProperty(propertyId: string): Promise<void>
  /** Sets the rate limit of the organization; null brings back the deployment's own. */
  setRateLimit(limit: RateLimitSetting): Promise<void>
  /** Lets the service make a document of an item. */
  createGeneratedDocument(itemId: string): Promise<{ readonly fileId: string }>
  /** How it is before a run changes it, so that the run can put it back. */
  getAiUsage(): Promise<boolean>
  /** The limit that is configured before a run changes it. */
  getRateLimit(): Promise<RateLimitSetting>
  /** The format that holds for the product's part numbers before a run changes it; null where there is none. */
  getPartNumberRule(productId: string): Promise<string | null>
}
