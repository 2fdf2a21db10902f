import { Link } from '@remix-run/react'
import { counted } from '#app/values/wording.ts'

/** The counts of a page of a list, as `page()` answers them. */
export type PagerPage = {
  page: number
  perPage: number
  total: number
  more: boolean
  pages: number
}

/** "1 to 50 of 1,000+". */
export function rangeOf({ page, perPage, total, more }: PagerPage, shown: number): string {
  const from = (page - 1) * perPage + 1
  return `${from} to ${from + shown - 1} of ${counted(total, more)}`
}

/** Which rows these are, and the ways to the neighbouring pages. */
export function Pager({
  page,
  shown,
  path,
}: {
  page: PagerPage
  shown: number
  path: (page: number) => string
}) {
  const next = page.page < page.pages || (page.more && shown === page.perPage)
  return (
    <nav className="pager" aria-label="Pages">
      <p>{rangeOf(page, shown)}</p>
      {page.page > 1 && (
        <Link className="button" rel="prev" to={path(page.page - 1)}>
          Previous
        </Link>
      )}
      {next && (
        <Link className="button" rel="next" to={path(page.page + 1)}>
          Next
        </Link>
      )}
    </nav>
  )
}
