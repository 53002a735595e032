import ai from './ai.json' with { type: 'json' }
import auth from './auth.json' with { type: 'json' }
import bulk from './bulk.json' with { type: 'json' }
import dl from './dl.json' with { type: 'json' }
import err from './err.json' with { type: 'json' }
import file from './file.json' with { type: 'json' }
import gen from './gen.json' with { type: 'json' }
import hdr from './hdr.json' with { type: 'json' }
import item from './item.json' with { type: 'json' }
import page from './page.json' with { type: 'json' }
import pn from './pn.json' with { type: 'json' }
import prod from './prod.json' with { type: 'json' }
import prop from './prop.json' with { type: 'json' }
import rate from './rate.json' with { type: 'json' }
import up from './up.json' with { type: 'json' }
import user from './user.json' with { type: 'json' }
import ver from './ver.json' with { type: 'json' }
import ws from './ws.json' with { type: 'json' }
import { type Fault } from './fault.ts'
import { listFaults } from './lists.ts'

export type { Fault } from './fault.ts'

const switched = {
  ...auth,
  ...err,
  ...hdr,
  ...rate,
  ...page,
  ...ws,
  ...prod,
  ...pn,
  ...prop,
  ...ver,
  ...file,
  ...up,
  ...dl,
  ...ai,
  ...item,
  ...bulk,
  ...user,
  ...gen,
}

// Faults of the files above are switches inside the service; their changes are empty.
const catalogue = { ...withoutChanges(switched), ...listFaults }

/** The name of a deliberate fault; a name that is in no catalogue file does not compile. */
export type FaultId = keyof typeof catalogue

/** Every deliberate fault by its name, in the order of the requirement areas. */
export const faults: Readonly<Record<FaultId, Fault>> = catalogue

/** Whether the text names a fault. */
export function isFaultId(text: string): text is FaultId {
  return Object.hasOwn(catalogue, text)
}

function withoutChanges<Id extends string>(family: Readonly<Record<Id, Omit<Fault, 'changes'>>>): Record<Id, Fault> {
  const entries = Object.entries<Omit<Fault, 'changes'>>(family).map(([id, fault]) => [id, { ...fault, changes: [] }])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the family
  return Object.fromEntries(entries) as Record<Id, Fault>
}
