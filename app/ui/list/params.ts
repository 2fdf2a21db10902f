export type Params = Record<string, string | number | boolean | null | undefined>

/**
 * `path` with the filters of a list; what is empty, false or the first page is left out, so that
 * one list has one address. For links of filters, columns and pages: `listPath(path, { ...filters,
 * sort: 'name', page: 1 })`.
 */
export function listPath(path: string, params: Params): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === undefined || value === '' || value === false) continue
    if (name === 'page' && value === 1) continue
    search.set(name, value === true ? '1' : String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}
