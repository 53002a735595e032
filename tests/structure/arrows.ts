/**
 * The arrows between folders: what the files of each may import, beside their own folder's. The longest path that begins
 * with a file's is its folder; `suites/*` stands for each area by itself.
 */
export const arrows: Readonly<Record<string, readonly string[]>> = {
  // Data: what this service's interface is made of. The engine reads it, and names none of its resources.
  'lib/service/interface': ['lib/contract', 'schemas'],
  'lib/contract': [
    'requirements',
    // The pattern of ids, and the type of the schemas' names.
    'lib/service/interface/patterns.ts',
    'lib/service/interface/schema-id.ts',
  ],

  // The engine, from what is sent to the files that are written.
  'lib/client': ['lib/contract', 'lib/service/interface', 'lib/service/records', 'package.json'],
  // A claim is worded where it is judged, and words need its type.
  'lib/wording': ['lib/contract', 'lib/service/interface', 'lib/client', 'lib/checks'],
  'lib/checks': ['lib/contract', 'lib/service/interface', 'lib/service/records', 'lib/client', 'lib/wording'],
  'lib/config': ['lib/contract', 'lib/service/interface', 'lib/client', 'schemas', 'api'],
  'lib/ledger': ['lib/contract', 'lib/service/interface', 'lib/service/records', 'lib/client', 'lib/config', 'api'],
  'lib/dialect': [
    'lib/contract',
    'lib/service/interface',
    'lib/client',
    // The roles that names play in this service, and the values that they may have.
    'lib/service/dialect/role.ts',
    'lib/service/dialect/candidate-values.ts',
  ],
  'lib/description': [
    'lib/contract',
    'lib/service/interface',
    'lib/service/openapi',
    'lib/service/dialect',
    'lib/client',
    'lib/config',
    'lib/dialect',
  ],
  'lib/generate': ['lib/service/interface', 'lib/client'],
  'lib/replay/transcript': [
    'lib/contract',
    'lib/service/interface',
    'lib/service/records',
    'lib/client',
    'lib/checks',
    'lib/config',
  ],
  'lib/run': [
    'lib/contract',
    'lib/service/interface',
    'lib/client',
    'lib/wording',
    'lib/checks',
    'lib/config',
    'lib/ledger',
    'lib/dialect',
    'lib/replay/transcript',
    // What every check of this service is given.
    'lib/service/given/given.ts',
    'lib/service/dialect/dialect.ts',
    'lib/service/checks/create-passive-checks.ts',
    'lib/service/fixtures/declared-ids.ts',
  ],
  'lib/report': [
    'lib/contract',
    'lib/service/interface',
    'lib/client',
    'lib/wording',
    'lib/checks',
    'lib/config',
    'package.json',
  ],
  'lib/merge': ['lib/contract', 'lib/checks', 'lib/config', 'lib/report'],
  'lib/compare': ['lib/contract', 'lib/wording', 'lib/checks', 'lib/report'],
  'lib/differential': ['lib/service/interface', 'lib/client', 'lib/wording', 'lib/config', 'lib/run', 'lib/report'],
  'lib/doctor': [
    'lib/contract',
    'lib/service',
    'lib/client',
    'lib/wording',
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

  // What knows this service, on top of the engine.
  // Kinds of records: what of them is compared, and by what a record of a run is known.
  'lib/service/records': ['lib/contract', 'lib/service/interface', 'lib/client', 'lib/checks/claims/statement.ts'],
  'lib/service/model': ['lib/contract'],
  'lib/service/openapi': ['lib/contract', 'lib/service/interface', 'package.json'],
  'lib/service/generate': ['lib/service/interface', 'lib/generate'],
  'lib/service/checks': ['lib/contract', 'lib/service/interface', 'lib/service/records', 'lib/client', 'lib/checks'],
  'lib/service/dialect': [
    'lib/contract',
    'lib/service/interface',
    'lib/client',
    'lib/config',
    'lib/ledger',
    'lib/dialect',
  ],
  'lib/service/given': [
    'lib/contract',
    'lib/service/interface',
    'lib/service/records',
    'lib/client',
    'lib/wording',
    'lib/checks',
    'lib/config',
    'lib/dialect',
    'lib/generate',
    'lib/run',
  ],
  'lib/service/fixtures': [
    'lib/contract',
    'lib/service/interface',
    'lib/service/given',
    'lib/client',
    'lib/checks',
    'lib/config',
    'lib/dialect',
    'lib/run',
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
  'lib/suite.ts': ['lib'],

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
  'proof/faults': ['proof/changes', 'lib/contract', 'reference/service', 'reference/control'],
  'proof/variants': ['proof/changes', 'lib/contract', 'reference/service', 'reference/control', 'reference/seed'],
  'proof/servers': ['proof/changes', 'api'],
  'proof/judge': ['lib', 'reference', 'proof'],
  'proof/mutants': ['lib', 'reference', 'proof', 'tests'],
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
