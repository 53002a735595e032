import type { CheckContext, MadeFile } from '#suite'

const subjects = [
  'a centrifugal pump',
  'a planetary gear',
  'a hydraulic cylinder',
  'a roller bearing',
  'a heat exchanger',
]

/**
 * A text with something to describe, of a size and a subject of its own. What is described must not depend on what stands
 * beside the file: some come with a title and the leave to be duplicates, the others without.
 */
export async function uploadText({ given }: Pick<CheckContext, 'given'>, targetId?: string): Promise<MadeFile> {
  return given.file(targetId ?? (await given.fileItem()).id, {
    bytes: dataSheet,
    contentType: 'text/plain',
    filename: `pump data sheet ${given.word()}.txt`,
    ...(targetId === undefined ? {} : { allowDuplicate: 'true', userTitle: given.name() }),
  })
}

function dataSheet(size: number): Uint8Array {
  const text = `Data sheet of ${subjects[size % subjects.length] ?? ''} no. ${size}. Speed 2900 1/min, power 45 kW, mass 312 kg.\n`
  return Buffer.from(text.repeat(Math.ceil(size / text.length)).slice(0, size))
}
