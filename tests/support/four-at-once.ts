/** Asked at once: most of a request is waiting for its database. */
const atOnce = 4

/** Does `work` for each, four at once; answers the results in the order of `all`. */
export async function fourAtOnce<One, Result>(
  all: readonly One[],
  work: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const take = async () => {
    while (next < all.length) {
      const at = next
      next += 1
      results[at] = await work(all[at] as One)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, take))
  return results
}
