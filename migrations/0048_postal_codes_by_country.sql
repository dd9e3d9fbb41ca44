-- Search forms ask for a postal code only in countries whose postal codes are known.

create index postal_code_by_country on postal_code (country_id, state_id);
