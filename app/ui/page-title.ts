import { titled } from '#app/values/text/separators.ts'

type TitleArgs = { matches: readonly { id: string; data: unknown }[] }

/** `meta` of a page: "Timetable – Northside", or "– Cadence" where no studio is known. */
export function pageTitle(title: string, { matches }: TitleArgs): { title: string }[] {
  const root = matches.find((match) => match.id === 'root')?.data as
    | { studio?: { name: string } | null }
    | undefined
  return [{ title: titled(title, root?.studio?.name ?? 'Cadence') }]
}
