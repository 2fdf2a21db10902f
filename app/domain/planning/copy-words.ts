/** What became of a copy of a term, in words. Pure. */
import { count } from '#app/values/wording.ts'

/** `12 weekly classes copied, 96 dates.`, and which were not. */
export function copiedWords({
  made,
  classes,
  refused,
}: {
  made: number
  classes: number
  refused: readonly { title: string }[]
}): string[] {
  const titles = [...new Set(refused.map(({ title }) => title))].join(', ')
  return [
    `${count(made, 'weekly class', 'weekly classes')} copied, ${count(classes, 'date')}.`,
    ...(refused.length > 0 ? [`Not copied: ${titles}. Check their rooms, coaches and rules.`] : []),
  ]
}
