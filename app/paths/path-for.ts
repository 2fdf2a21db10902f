/** The same address for somebody of the family: a guardian’s pages and forms say for whom (`who`). */
export function pathFor(path: string, who: string): string {
  const [address = '', hash] = path.split('#')
  const [pathname = '', search = ''] = address.split('?')
  const params = new URLSearchParams(search)
  params.set('who', who)
  return `${pathname}?${params}${hash === undefined ? '' : `#${hash}`}`
}
