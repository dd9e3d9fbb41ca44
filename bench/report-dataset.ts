import type pg from 'pg'

/** The days on which all bills were processed. */
export const processedDays = { first: '2026-01-01', last: '2026-06-30' }

/**
 * Adds patients, incidents and bills of one client code, processed within half a year, in four currencies, with
 * everything by which savings are broken down, and exchange rates to US dollars.
 */
export const fill = (owner: pg.Client, code: string, bills: number) =>
  owner.query(`
    begin;
    set local portal.client_codes = '${code}';
    insert into patient (client_code, patient_code, last_name, first_name, date_of_birth)
    select '${code}', '${code}-' || n, 'Sampleton-' || n, 'Zoë', '1980-01-01' from generate_series(1, ${bills / 10}) n;
    insert into incident (incident_number, client_code, patient_code, date_of_incident, description, enter_date)
    select ${20_000_000_000 + bills * 1000} + n, '${code}', '${code}-' || n, '2026-01-02', 'Fell on wet stairs', date '2026-01-03' + n % 170
      from generate_series(1, ${bills / 10}) n;
    insert into bill (itn, client_code, incident_number, provider_name, service_from, service_to, currency,
                      total_charges, repriced_amount, received_on, processed_on, payment_status, network, provider_type,
                      provider_place, member_group)
    select '${code}-' || n, '${code}', ${20_000_000_000 + bills * 1000} + 1 + n % ${bills / 10}, 'Hospital of Town ' || n % 997,
           date '2025-12-01' + n % 100, date '2025-12-03' + n % 100, (array['USD', 'EUR', 'JPY', 'KWD'])[1 + n % 4],
           n % 9000 + 20, n % 7000, date '2026-01-01' + n % 180 - n % 23, date '2026-01-01' + n % 180,
           (array['Paid', 'Approved', 'In Review', 'Denied'])[1 + n % 7 % 4], (array['Core', 'Plus', 'none'])[1 + n % 3],
           (array['Hospital', 'Physician', 'Laboratory'])[1 + n % 5 % 3], 'Town ' || n % 97, (array['Gold', 'Silver'])[1 + n % 2]
      from generate_series(1, ${bills}) n;
    insert into exchange_rate (base_currency, currency, rate_date, rate, source)
    select 'USD', currency, date '2026-01-01' + n, rate + n / 1000.0, 'Bank of Bench'
      from generate_series(0, 180) n, (values ('EUR', 1.1), ('JPY', 0.007), ('KWD', 3.25)) as known (currency, rate)
        on conflict do nothing;
    commit;
    analyze`)
