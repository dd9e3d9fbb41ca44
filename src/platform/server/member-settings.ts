import { count } from './setting-schemas.ts'
import { setting } from './setting-types.ts'

/** The limits on failed member logins and on concurrent password checks. */
export const memberSettings = {
  MEMBER_FAILURES_PER_ACCOUNT: setting(
    count().default(10),
    '10',
    'Failed logins to one member account within a minute before responses are delayed',
    '5',
  ),
  MEMBER_FAILURES_PER_ADDRESS: setting(
    count().default(100),
    '100',
    'Failed member logins from one address within a minute before responses are delayed',
    '50',
  ),
  PASSWORD_CHECK_CONCURRENCY: setting(
    count(64).default(2),
    '2',
    'Member passwords checked at once; each briefly uses 19 MB, and the rest wait their turn',
    '4',
  ),
  CARD_LOOKUP_FAILURES_PER_SESSION: setting(
    count().default(5),
    '5',
    'Requests that match no policy, per member session in 15 minutes, before the session is blocked; ten times as many from one address, or a hundred times as many in total, delay responses to the account',
    '3',
  ),
  CARD_LOOKUP_FAILURES_PER_POLICY: setting(
    count().default(5),
    '5',
    'The same limit per policy number, across all sessions of a client',
    '3',
  ),
}
