import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { root } from './source.ts'

const read = (name: string) => readFileSync(resolve(root, 'deploy', name), 'utf8')
const manifest = read('kubernetes.yaml')
const schedule = read('kubernetes-schedule.yaml')
const types = dirname(fileURLToPath(import.meta.resolve('kubernetes-types/package.json')))

type Resource = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec?: Record<string, unknown>
  items?: Resource[]
}

/** The YAML of Kubernetes is version 1.1, in which 0440 is octal. */
const resources = (text: string) =>
  parseAllDocuments(text, { version: '1.1' }).flatMap((part) => {
    const resource = part.toJS() as Resource
    return resource.items ?? [resource]
  })

const pod = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()) }),
  spec: z.object({
    securityContext: z.looseObject({}),
    volumes: z.array(
      z.object({ name: z.string(), persistentVolumeClaim: z.object({ claimName: z.string() }).optional() }),
    ),
    containers: z.tuple([
      z.object({
        name: z.string(),
        image: z.string(),
        envFrom: z.array(z.looseObject({})),
        securityContext: z.looseObject({}),
        volumeMounts: z.array(z.object({ name: z.string() })),
      }),
    ]),
  }),
})

/** The pods that the deployments or scheduled jobs of a manifest start. */
const podsIn = (text: string) =>
  resources(text).flatMap(({ spec = {} }) => {
    const { jobTemplate = { spec } } = spec as { jobTemplate?: { spec: { template?: unknown } } }
    return jobTemplate.spec.template ? [pod.parse(jobTemplate.spec.template)] : []
  })

/** What the compiler finds in each text as values of the types of the Kubernetes API, which name every field. */
function faultsIn(texts: readonly string[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'portal-kubernetes-'))
  const files = texts.map((_text, at) => join(folder, `manifest-${at}.ts`))
  try {
    for (const [at, text] of texts.entries())
      writeFileSync(files[at] ?? '', resources(text).map(asTypeScript).join('\n'))
    const options = '--noEmit --ignoreConfig --strict --skipLibCheck --module nodenext --target es2022'
    const compiler = join(root, 'node_modules/.bin/tsc')
    const { stdout } = spawnSync(compiler, [...options.split(' '), ...files], { encoding: 'utf8' })
    const lines = stdout.split('\n').filter((line) => line.includes('error'))
    return texts.map((_text, at) => lines.filter((line) => line.includes(`manifest-${at}.ts`)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function asTypeScript(resource: Resource, index: number): string {
  const group = resource.apiVersion.includes('/') ? resource.apiVersion : `core/${resource.apiVersion}`
  const path = join(types, `${group.replace('.k8s.io', '')}.d.ts`)
  return `import type { ${resource.kind} as Kind${index} } from '${path}'
export const resource${index}: Required<Pick<Kind${index}, 'apiVersion' | 'kind' | 'metadata'>> & Kind${index} = ${JSON.stringify(resource)}`
}

const mistakes: Record<string, [correct: string, wrong: string]> = {
  'a misspelled field': ['readOnlyRootFilesystem:', 'readOnlyRootFileSystem:'],
  'a field in the wrong place': ['      terminationGracePeriodSeconds: 40', '      replicas: 2'],
  'a text instead of a number': ['containerPort: 3000', 'containerPort: "3000"'],
  'a missing field': ['pathType: Prefix', '# pathType: Prefix'],
  'a version of the API that is gone': ['networking.k8s.io/v1', 'networking.k8s.io/v1beta1'],
}

test('Kubernetes knows every field of the manifests', () => {
  const wrong = Object.values(mistakes).map(([correct, mistake]) => manifest.replace(correct, mistake))
  expect(wrong).not.toContain(manifest)
  const [faults, scheduled, ...found] = faultsIn([manifest, schedule, ...wrong])
  expect(Object.keys(mistakes).filter((_mistake, at) => found[at]?.length === 0)).toEqual([])
  expect([faults, scheduled]).toEqual([[], []])
})

test('every name in the manifest is that of something in it', () => {
  const named = (kind: string) =>
    resources(manifest).flatMap((each) => (each.kind === kind ? [each.metadata.name] : []))
  const mentioned = (pattern: RegExp) => [...manifest.matchAll(pattern)].map(([, name = '']) => name)
  expect(named('ConfigMap')).toEqual(mentioned(/configMapRef: \{ name: (\w+) \}/g))
  expect(named('PersistentVolumeClaim')).toEqual(mentioned(/claimName: (\w+)/g))
  expect(named('Service')).toEqual(mentioned(/service: \{ name: (\w+),/g))
  const ports = new Set(mentioned(/- name: (\w+)\n +containerPort:/g))
  for (const port of mentioned(/(?:targetPort|port): \{? ?(?:name: )?([a-z]+)/g))
    expect(ports).toContain(port)
  const volumes = mentioned(/- name: (\w+)\n +mountPath:/g)
  expect(mentioned(/- name: (\w+)\n +(?:persistentVolumeClaim|secret|emptyDir):/g)).toEqual(volumes)
  expect(new Set(mentioned(/\{ app: (\w+) \}/g))).toEqual(new Set(['portal']))
})

test('scheduled jobs run as the portals do, on claims that exist, and the service sends them no requests', () => {
  const [portal] = podsIn(manifest)
  const jobs = podsIn(schedule)
  expect(jobs.map(({ spec }) => spec.containers[0].name)).toEqual(['backup', 'checkpoint', 'doctor', 'shell'])
  const claims = [manifest, schedule]
    .flatMap(resources)
    .flatMap(({ kind, metadata }) => (kind === 'PersistentVolumeClaim' ? [metadata.name] : []))
  for (const { metadata, spec } of jobs) {
    const [{ image, envFrom, securityContext, volumeMounts }] = spec.containers
    expect(portal?.spec.containers).toMatchObject([{ image, envFrom, securityContext }])
    expect(spec.securityContext).toEqual(portal?.spec.securityContext)
    expect(metadata.labels).toEqual({ app: 'scheduled' })
    const claimed = spec.volumes.flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? [])
    expect(claimed.filter((name) => !claims.includes(name))).toEqual([])
    expect(volumeMounts.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name))
  }
})

test('scheduled jobs reach what the portals reach, nothing reaches them, and no portal has their volumes', () => {
  const [portals, jobs] = [manifest, schedule].map(
    (text) => resources(text).find(({ kind }) => kind === 'NetworkPolicy')?.spec,
  )
  expect(jobs).toEqual({
    podSelector: { matchLabels: { app: 'scheduled' } },
    policyTypes: ['Ingress', 'Egress'],
    egress: portals?.egress,
  })
  expect(manifest).not.toMatch(/claimName: (backups|evidence)/)
})
