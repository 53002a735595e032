/** What the service has, as code and texts name it: in `lib`, only what knows the service names it. */
const words =
  /part[ _-]?numbers?|(?<!-)\bproducts?\b(?! data|-data)|product[_-]?ids?|readable[_-]?ids?|\bworkspaces?\b|workspace[_-]?ids?|property[_-]?ids?|\/properties|'propert(?:y|ies)'|softDeleteProperty|publishVersion|generated[_-]?documents?|\bbaselines?\b/gi

const comment = /^\s*(?:\/\/|\/?\*)/
const importing = /^(?:import|export) [^;]*? from '[^']*'.*$/gm

/** How often a source names what the service has, comments and imports aside. */
export function timesNamed(source: string): number {
  const lines = source.replaceAll(importing, '').split('\n')
  return lines.filter((line) => !comment.test(line)).flatMap((line) => line.match(words) ?? []).length
}

/** Files of the engine that name it all the same. This list only gets shorter. */
export const exceptions: ReadonlySet<string> = new Set([
  'lib/checks/passive/coverage.ts',
  'lib/checks/passive/error-internals.ts',
  'lib/cli/doctor.ts',
  'lib/cli/explain.ts',
  'lib/cli/open-run.ts',
  'lib/cli/start-embedded.ts',
  'lib/cli/replay.ts',
  'lib/cli/run.ts',
  'lib/client/write-permit.ts',
  'lib/config/controls.ts',
  'lib/config/target-file.ts',
  'lib/contract/requirement.ts',
  'lib/description/with-description.ts',
  'lib/description/diff/compare-descriptions.ts',
  'lib/description/diff/compare-record.ts',
  'lib/description/diff/compare-request-body.ts',
  'lib/description/diff/requirements-of.ts',
  'lib/description/flat-schema.ts',
  'lib/description/sample-body.ts',
  'lib/dialect/complaint.ts',
  'lib/dialect/fill-template.ts',
  'lib/dialect/find-parameter.ts',
  'lib/dialect/template-reviser.ts',
  'lib/doctor/diagnose.ts',
  'lib/doctor/diagnosis-text.ts',
  'lib/doctor/examine-keys.ts',
  'lib/doctor/learn-dialect.ts',
  'lib/doctor/plan-run.ts',
  'lib/doctor/foresee-untested.ts',
  'lib/generate/broken-json.ts',
  'lib/generate/hostile-value.ts',
  'lib/ledger/additions.ts',
  'lib/ledger/find-own-products.ts',
  'lib/ledger/inventory.ts',
  'lib/ledger/ledger-guard.ts',
  'lib/ledger/ledger-lines.ts',
  'lib/ledger/ledger.ts',
  'lib/ledger/ledgered-controls.ts',
  'lib/ledger/ownership-guard.ts',
  'lib/ledger/ownership.ts',
  'lib/ledger/read-ledger.ts',
  'lib/ledger/removal.ts',
  'lib/ledger/restore-settings.ts',
  'lib/ledger/teardown.ts',
  'lib/ledger/ledger-guard.ts',
  'lib/ledger/traces.ts',
  'lib/ledger/traces.ts',
  'lib/replay/transcript/chronicle.ts',
  'lib/replay/transcript/transcript.ts',
  'lib/replay/transcript/steps.ts',
  'lib/replay/transcript/transcript.ts',
  'lib/run/check-cost.ts',
  'lib/run/check.ts',
  'lib/run/for-all.ts',
  'lib/run/reach-target.ts',
  'lib/run/signs-of-service.ts',
  'lib/run/unmet-need.ts',
  'lib/run/vitest-project.ts',
  'lib/wording/status-hints.ts',
])
