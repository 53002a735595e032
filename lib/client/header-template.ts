const variable = /\$\{\w+\}/

/** A header whose value names variables, as one shell word that expands them; `undefined` if it names none. */
export function templateWord(name: string, template: string): string | undefined {
  if (!variable.test(template)) return undefined
  const text = template
    .split(/(\$\{\w+\})/)
    .map((part) => (variable.test(part) ? part.replace('}', ':?}') : part.replaceAll(/["$`\\]/g, String.raw`\$&`)))
  return `"${name}: ${text.join('')}"`
}
