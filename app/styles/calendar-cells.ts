/**
 * Classes that put something into a calendar without a style attribute, as `calendar-columns.ts`
 * names them: `h` hours and `m` fives from the top until `e` and `f`, lane `i` of `n`, `r` hours
 * and `k` notes above them.
 */
export function calendarCellsCss(): string {
  const numbers = (name: string, most: number) =>
    Array.from({ length: most + 1 }, (_, n) => `.cal .${name}${n}{--${name}:${n}}`).join('')
  const hours = Array.from({ length: 26 }, (_, n) => `.cal.r${n + 1}{--r:${n + 1}}`).join('')
  const rules = [
    numbers('h', 25),
    numbers('m', 11),
    numbers('e', 26),
    numbers('f', 11),
    numbers('i', 5),
    hours,
  ]
  const notes = Array.from({ length: 5 }, (_, n) => `.cal.k${n + 1}{--k:${n + 1}}`).join('')
  const lanes = Array.from({ length: 5 }, (_, n) => `.cal .n${n + 2}{--n:${n + 2}}`).join('')
  return `@layer components{${rules.join('')}${lanes}${notes}}`
}
