/** Run before each test file, also where files of one process share their modules. */
import { Agent, setGlobalDispatcher } from 'undici'
import { afterAll } from 'vitest'
import { endFile, testFile } from './test-file.ts'

// A connection for each request: workerd ends those that were idle for five seconds, and a busy
// machine sends the next request on one that is just being ended.
setGlobalDispatcher(new Agent({ pipelining: 0 }))

testFile.turn += 1
afterAll(endFile)
