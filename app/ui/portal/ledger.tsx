import {
  type LedgerEntry,
  type LedgerReader,
  ledgerDate,
  ledgerWords,
  signedCredits,
} from '#app/domain/entitlements/ledger-words.ts'

/**
 * Where credits went, newest first, with what was left after each. Styles: `ledger`, `lines`,
 * `account`.
 */
export function Ledger({
  entries,
  formats,
}: {
  entries: readonly LedgerEntry[]
  formats: LedgerReader
}) {
  return (
    <ol className="ledger lines">
      <li className="over" aria-hidden="true">
        <span>Newest first</span>
        <span className="num">Credit</span>
        <span className="num">Left</span>
      </li>
      {entries.map((entry, i) => {
        const { what, note } = ledgerWords(entry, formats)
        return (
          <li key={i}>
            <span>
              <b>{what}</b>
              <br />
              <time className="soft" dateTime={ledgerDate(entry, formats.timeZone)}>
                {note}
              </time>
            </span>
            <span className={entry.amount > 0 ? 'num up' : 'num'}>
              {signedCredits(entry.amount)}
            </span>
            <span className="num">
              <span className="vh">left: </span>
              {entry.left}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
