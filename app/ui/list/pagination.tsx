/** Which page of a list this is, and the ways to its neighbours. Styles: `pagination`. */
export function Pagination(props: { page: number; pages: number; path: (page: number) => string }) {
  const { page, pages, path } = props
  if (pages <= 1) return null
  return (
    <nav className="pagination" aria-label="Pages">
      {page > 1 && (
        <a rel="prev" href={path(page - 1)}>
          Previous
        </a>
      )}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages && (
        <a rel="next" href={path(page + 1)}>
          Next
        </a>
      )}
    </nav>
  )
}
