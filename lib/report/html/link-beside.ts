import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { besideList, besideLink } from './footer.ts'

/** Has the page of a run link to a page that was made later and lies beside it; other pages are left as they are. */
export function linkBeside(indexPage: string, name: string): void {
  if (!existsSync(indexPage)) return
  const page = readFileSync(indexPage, 'utf8')
  const link = besideLink(name).text
  // No text of a target can look like our markup: it is escaped.
  if (!page.includes(besideList) || page.includes(link)) return
  writeFileSync(
    indexPage,
    page.replace(besideList, () => `${besideList}${link}`),
  )
}
