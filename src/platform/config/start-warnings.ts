import { closest, distance } from 'fastest-levenshtein'
import { expiredContactWarning, listMadeUp } from './company-settings.ts'
import { messages } from './messages.ts'
import { productionReasons } from './production-rules.ts'
import type { Setting } from './setting-schemas.ts'
import type { Environment } from './setting-values.ts'
import { type Config, formerNames, settings } from './settings.ts'

const text = messages.warnings

/**
 * The warnings for every start: variables that are no settings but were probably meant to be, a trial that is open to
 * strangers, what people see of the made-up company of the demo, that they find no privacy notice, and a security contact
 * whose day has passed.
 */
export function startWarnings(config: Config, environment: Environment): string[] {
  return [...warnOfNames(environment), ...warnOfGaps(config), ...[expiredContactWarning(config) ?? []].flat()]
}

function warnOfGaps(config: Config): string[] {
  const reasons = productionReasons(config)
  if (reasons.length === 0) return []
  if (config.ALLOW_INSECURE_TRIAL) return [text.trial(reasons)]
  const madeUp = listMadeUp(config)
  return [
    ...(madeUp.length > 0 ? [text.madeUp(madeUp)] : []),
    ...(config.LEGAL_LINKS.length === 0 ? [text.noLegalLinks] : []),
  ]
}

const knownNames = [
  ...Object.entries(settings as Record<string, Setting>).flatMap(([name, { isSecret }]) =>
    isSecret ? [name, `${name}_FILE`] : [name],
  ),
  ...Object.values(formerNames),
]
/** Shorter names resemble other variables by chance, such as HOST and HOME. */
const minLength = 6
const maxTypos = 2
/** A setting of these groups that is ignored leaves a protection off, so any other name is an error. */
const protections = /^(AUDIT|DOCUMENTS?|ENCRYPT|OIDC|STEP_UP|TLS)_/
/** Variables of cron, and those with which Docker and Kubernetes name the services that a container reaches. */
const foreign = /^MAILFROM$|_SERVICE_(HOST|PORT(_\w+)?)$|_PORT(_\d+_\w+)?$/

/** Warnings of variables whose name is almost that of a setting, or begins like the settings of a protection. */
export function warnOfNames(environment: Environment): string[] {
  const isUnknown = (name: string) =>
    environment[name] && name.length >= minLength && !knownNames.includes(name) && !foreign.test(name)
  return Object.keys(environment)
    .filter(isUnknown)
    .flatMap((name) => {
      const upper = name.toUpperCase()
      const meant = closest(upper, knownNames)
      if (meant.length >= minLength && distance(upper, meant) <= maxTypos)
        return [text.notSetting(name, meant)]
      return protections.test(upper) ? [text.notSetting(name)] : []
    })
}
