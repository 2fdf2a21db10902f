/**
 * Stands before the built Worker and gives a request bindings that fail where its header says. Run
 * inside workerd; read as text by faulty-server.ts.
 *
 * `x-fault` is JSON: `at`, the call that fails, counted from 1 (0 none); `how`: `before` it happens,
 * `after` it happened with its answer lost, `dies` with everything after it, `busy` for R2's 429.
 * `of` is what is counted: `d1` or `r2`. What goes on behind the answer is waited for, and jobs are
 * not woken: the test says when they run.
 */
import worker from './server.js'

// What breaks is meant to: the test reads it in the answers.
console.error = () => {}

/** The calls of a request so far; the one that fails is told from the others here alone. */
function counted(fault, calls) {
  let dead = false
  return async (kind, what, work) => {
    if (dead) throw new Error('The process was killed')
    calls.push(what)
    const nth = calls.filter(({ of }) => of === kind).length
    if (kind !== fault.of || nth !== fault.at) return work()
    if (fault.how === 'after') await work()
    if (fault.how === 'dies') dead = true
    if (fault.how === 'busy')
      throw new Error(`${what.name}: Please reduce your concurrent request rate. (10058)`)
    throw new Error('D1_ERROR: Network connection lost.')
  }
}

function faultyDatabase(database, call) {
  const wrapped = (inner, sql) => ({
    inner,
    sql,
    bind: (...params) => wrapped(inner.bind(...params), sql),
    all: () => call('d1', { of: 'd1', sql: [sql] }, () => inner.all()),
    run: () => call('d1', { of: 'd1', sql: [sql] }, () => inner.run()),
    raw: (...options) => call('d1', { of: 'd1', sql: [sql] }, () => inner.raw(...options)),
    first: (...columns) => call('d1', { of: 'd1', sql: [sql] }, () => inner.first(...columns)),
  })
  return {
    prepare: (sql) => wrapped(database.prepare(sql), sql),
    batch: (statements) =>
      call('d1', { of: 'd1', sql: statements.map(({ sql }) => sql) }, () =>
        database.batch(statements.map(({ inner }) => inner)),
      ),
  }
}

const faultyBucket = (bucket, call) =>
  new Proxy(bucket, {
    get: (_, name) =>
      typeof bucket[name] === 'function'
        ? (...given) => call('r2', { of: 'r2', name }, () => bucket[name](...given))
        : bucket[name],
  })

export default {
  async fetch(request, env, execution) {
    const header = request.headers.get('x-fault')
    if (header === null) return worker.fetch(request, env, execution)
    const calls = []
    const call = counted(JSON.parse(header), calls)
    const databases = Object.keys(env)
      .filter((name) => /^(DIRECTORY|STUDIOS_\d+)$/.test(name))
      .map((name) => [name, faultyDatabase(env[name], call)])
    const later = []
    const answer = await worker.fetch(
      request,
      {
        ...env,
        ...Object.fromEntries(databases),
        MEDIA: faultyBucket(env.MEDIA, call),
        JOBS: { send: async () => {}, sendBatch: async () => {} },
      },
      { waitUntil: (work) => later.push(work), passThroughOnException() {}, props: {} },
    )
    const body = await answer.text()
    for (let at = 0; at < later.length; at += 1) await later[at].catch(() => {})
    const { status, headers } = answer
    return Response.json({ status, headers: [...headers], body, calls })
  },
  scheduled: async () => {},
  queue: async () => {},
}
