/** Parts an answer by email from what its program repeated of the letter before. Pure. */

/** Lines that begin what is quoted, as mail programs of the languages we meet write them. */
const begins = [
  /^\s*On .{4,200}wrote:\s*$/i,
  /^\s*Am .{4,200}schrieb.{0,120}:\s*$/i,
  /^\s*Le .{4,200}a écrit\s*:\s*$/i,
  /^\s*El .{4,200}escribió\s*:\s*$/i,
  /^\s*-{2,}\s*(Original Message|Ursprüngliche Nachricht|Message d'origine|Forwarded message)\s*-{2,}/i,
  /^\s*_{20,}\s*$/,
  /^\s*From:\s.+$/i,
]

/** A signature, or what phones add. */
const signature = /^(-- ?|Sent from my .{2,40}|Get Outlook for .{2,20})$/

/** The words somebody wrote, and what their program repeated below. */
export function foldQuotes(mail: string): { text: string; quoted: string } {
  const lines = mail.replace(/\r\n?/g, '\n').split('\n')
  const at = lines.findIndex((line, i) => {
    if (begins.some((begin) => begin.test(line))) return true
    // "On … wrote:" that was broken into two lines.
    if (/^\s*On .{4,}/i.test(line) && /wrote:\s*$/i.test(lines[i + 1] ?? '')) return true
    return (
      line.startsWith('>') && lines.slice(i).every((rest) => rest === '' || rest.startsWith('>'))
    )
  })
  const own = at < 0 ? lines : lines.slice(0, at)
  const quoted = at < 0 ? [] : lines.slice(at)
  const end = own.findIndex((line) => signature.test(line.trim()))
  const said = (end < 0 ? own : own.slice(0, end)).filter((line) => !line.startsWith('>'))
  return { text: tidy(said), quoted: tidy(quoted) }
}

const tidy = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
