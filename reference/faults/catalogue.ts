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

const catalogue = {
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

/** The name of a deliberate fault; a name that is in no catalogue file does not compile. */
export type FaultId = keyof typeof catalogue

/** One deliberate fault: what the broken service does, and exactly the requirements that a full run finds violated. */
export interface Fault {
  readonly title: string
  readonly breaks: readonly string[]
}

/** Every deliberate fault by its name, in the order of the requirement areas. */
export const faults: Readonly<Record<FaultId, Fault>> = catalogue

/** Whether the text names a fault. */
export function isFaultId(text: string): text is FaultId {
  return Object.hasOwn(catalogue, text)
}
