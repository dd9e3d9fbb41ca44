import type { Application } from '#embedded-postgres/application.ts'

/** An application with names that PostgreSQL must quote. */
export const testApplication: Application = {
  title: 'the shop',
  database: 'shop-data',
  ownerRole: 'shop-owner',
  appRole: 'shop-app',
  sharedDir: '/var/lib/embedded-postgres-test',
  tempPrefix: 'shop-',
  settings: {
    dataDir: ['SHOP_DATA', '/srv/shop'],
    databaseUrl: ['SHOP_DATABASE', 'postgres://shop:secret@localhost/shop'],
  },
}
