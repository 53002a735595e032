/** The words by which a user starts a run of this suite: those of a checkout, or of an installed package. */
export const runCommand = import.meta.url.includes('/node_modules/')
  ? 'npx product-data-conformance run'
  : 'npm run conformance --'
