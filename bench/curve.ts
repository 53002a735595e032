/** Requests of a whole run, over which the share of found faults is averaged. */
const wholeRun = 8000

/** The share of a sample that is found by so many requests. */
function foundBy(found: readonly number[], sample: number, requests: number): number {
  return found.filter((each) => each <= requests).length / sample
}

/** Average percentage of faults detected (APFD), 0 to 1: the area under the curve of a whole run. */
export function shareFoundBy(found: readonly number[], sample: number): number {
  return found.reduce((sum, requests) => sum + Math.max(0, 1 - requests / wholeRun), 0) / sample
}

const marks = [100, 200, 400, 600, 1000, 1500, 2500, 4000] as const

/** The curve in numbers: which part of the sample is found by how many requests. */
export function curveText(found: readonly number[], sample: number): string {
  return marks.map((mark) => `${Math.round(foundBy(found, sample, mark) * 100)} % by ${mark}`).join(', ')
}

const [width, height, margin] = [640, 320, 40]

/** The curve as a picture. */
export function curveSvg(found: readonly number[], sample: number): string {
  const x = (requests: number): number => margin + (requests / wholeRun) * (width - 2 * margin)
  const y = (share: number): number => height - margin - share * (height - 2 * margin)
  const steps = found.toSorted((one, other) => one - other)
  const points = steps.flatMap((requests, index) => [
    `${x(requests)},${y(index / sample)}`,
    `${x(requests)},${y((index + 1) / sample)}`,
  ])
  const line = [`${x(0)},${y(0)}`, ...points, `${x(wholeRun)},${y(steps.length / sample)}`].join(' ')
  const labels = marks.map((mark) => `<text x="${x(mark)}" y="${height - margin / 2}">${mark}</text>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="10">
<polyline points="${line}" fill="none" stroke="#06c"/>
<path d="M${margin},${margin}V${height - margin}H${width - margin}" fill="none" stroke="#888"/>
${labels.join('')}<text x="4" y="${margin}">100 %</text><text x="${width / 2}" y="${height - 4}">requests until the first finding</text>
</svg>
`
}
