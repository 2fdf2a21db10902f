/** Run before each test file, also where files of one process share their modules. */
import { Agent, type Dispatcher, setGlobalDispatcher } from 'undici'
import { afterAll } from 'vitest'
import { endFile, testFile } from './test-file.ts'

/** What `fetch` asks for on its own. */
const usualEncodings = /^(br, )?gzip, deflate$/

/**
 * Asks for pages that no test wants compressed as they are: to compress and read them again took a
 * third of the walks. (An interceptor of undici's would join several `Set-Cookie` into one.)
 */
class Uncompressed extends Agent {
  override dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const headers = options.headers as Record<string, string> | undefined
    const asUsual = usualEncodings.test(headers?.['accept-encoding'] ?? '')
    return super.dispatch(
      asUsual ? { ...options, headers: { ...headers, 'accept-encoding': 'identity' } } : options,
      handler,
    )
  }
}

// A connection for each request: workerd ends those that were idle for five seconds, and a busy
// machine sends the next request on one that is just being ended.
setGlobalDispatcher(new Uncompressed({ pipelining: 0 }))

testFile.turn += 1
afterAll(endFile)
