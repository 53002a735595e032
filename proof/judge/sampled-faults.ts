import { type FaultId, faultOf, faults, isFaultId } from '../faults/catalogue.ts'
import { shuffled } from './shuffled.ts'

/** Every fault, but of those that belong to one sample only the one that the seed picks. */
export function sampledFaults(seed: number): readonly FaultId[] {
  const all = Object.keys(faults).filter((id) => isFaultId(id))
  const samples = Map.groupBy(shuffled(all, seed), (id) => faultOf(id).sampledWith ?? id)
  const picked = new Set([...samples.values()].map(([first]) => first))
  return all.filter((id) => picked.has(id))
}
