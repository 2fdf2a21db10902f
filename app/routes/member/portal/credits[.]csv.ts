import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { ledgerDate, ledgerWords } from '#app/domain/entitlements/ledger-words.ts'
import { listAllEntries } from '#app/domain/overview/ledger-page.server.ts'
import { csvAnswer } from '#app/http/downloads/csv.server.ts'
import { requireMember } from '#app/http/guards.server.ts'

/** The whole ledger as a file, in the words of the page. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requireMember(context)
  const { name, slug, timeZone, locale, currency } = ctx.studio
  const entries = await listAllEntries(ctx)
  const rows = entries.map((entry) => {
    const { what, note } = ledgerWords(entry, { timeZone, locale, currency, studio: name })
    return [ledgerDate(entry, timeZone), what, note, entry.lotName, entry.amount, entry.left]
  })
  return csvAnswer(`credits-${slug}`, [
    ['Date', 'What', 'Note', 'Package', 'Credits', 'Left'],
    ...rows,
  ])
}
