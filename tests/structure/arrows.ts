/**
 * The arrows between folders: what the files of each may import, beside their own folder's. The longest path that begins
 * with a file's is its folder; `suites/*` stands for each area by itself.
 */
export const arrows: Readonly<Record<string, readonly string[]>> = {
  'lib/contract': ['requirements', 'schemas'],
  'lib/client': ['lib/contract', 'package.json'],
  // A claim is worded where it is judged, and words need its type.
  'lib/wording': ['lib/contract', 'lib/client', 'lib/checks'],
  'lib/checks': ['lib/contract', 'lib/client', 'lib/wording'],
  'lib/config': ['lib/contract', 'lib/client', 'schemas', 'api'],
  'lib/ledger': ['lib/contract', 'lib/client', 'lib/config', 'api'],
  'lib/dialect': ['lib/contract', 'lib/client', 'lib/config', 'lib/ledger'],
  'lib/openapi': ['lib/contract', 'package.json'],
  'lib/description': ['lib/contract', 'lib/client', 'lib/config', 'lib/dialect', 'lib/openapi'],
  'lib/generate': ['lib/contract', 'lib/client'],
  'lib/model': ['lib/contract'],
  'lib/replay/transcript': ['lib/contract', 'lib/client', 'lib/checks', 'lib/config'],
  'lib/run': [
    'lib/contract',
    'lib/client',
    'lib/wording',
    'lib/checks',
    'lib/config',
    'lib/ledger',
    'lib/dialect',
    'lib/generate',
    'lib/replay/transcript',
  ],
  'lib/report': ['lib/contract', 'lib/client', 'lib/wording', 'lib/checks', 'lib/config', 'package.json'],
  'lib/merge': ['lib/contract', 'lib/checks', 'lib/config', 'lib/report'],
  'lib/compare': ['lib/contract', 'lib/wording', 'lib/checks', 'lib/report'],
  'lib/differential': ['lib/contract', 'lib/client', 'lib/wording', 'lib/config', 'lib/run', 'lib/report'],
  'lib/doctor': [
    'lib/contract',
    'lib/client',
    'lib/checks',
    'lib/config',
    'lib/dialect',
    'lib/description',
    'lib/run',
    'lib/report',
  ],
  'lib/replay': [
    'lib/contract',
    'lib/client',
    'lib/wording',
    'lib/checks',
    'lib/config',
    'lib/ledger',
    'lib/run',
    'lib/report',
  ],
  // What the command line starts, and the catalogues that it shows.
  'lib/cli': [
    'lib',
    'package.json',
    'suites/index.suite.ts',
    'reference/start-reference.ts',
    'proof/start-changed-reference.ts',
    'proof/faults/catalogue.ts',
    'proof/variants/catalogue.ts',
  ],
  // The one face of lib that suites see.
  'lib/suite.ts': ['lib/contract', 'lib/client', 'lib/checks', 'lib/dialect', 'lib/generate', 'lib/model', 'lib/run'],

  'suites/shared': ['lib/suite.ts'],
  'suites/views': ['lib/suite.ts', 'suites/shared'],
  'suites/*': ['lib/suite.ts', 'suites/shared'],
  'suites/index.suite.ts': ['suites'],

  // The service knows nothing of its seed and its control plane, and nothing here knows the judge or the faults.
  'reference/service': ['schemas'],
  'reference/seed': ['reference/service'],
  'reference/control': ['reference/service'],
  reference: ['reference'],

  'proof/changes': ['reference/service'],
  'proof/faults': ['proof/changes', 'reference/service', 'reference/control'],
  'proof/variants': ['proof/changes', 'reference/service', 'reference/control', 'reference/seed'],
  'proof/servers': ['proof/changes', 'api'],
  'proof/judge': ['lib', 'reference', 'proof'],
  'proof/mutants': ['lib', 'reference', 'proof'],
  proof: ['proof', 'reference'],

  tests: [
    'lib',
    'suites',
    'reference',
    'proof',
    'bench',
    'api',
    'schemas',
    'requirements',
    'package.json',
    'vitest.config.ts',
  ],
  bench: ['lib', 'suites', 'reference', 'proof', 'tests', 'package.json'],
}
