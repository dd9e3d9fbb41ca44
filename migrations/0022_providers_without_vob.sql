-- The few providers without verifications of benefits, against whom every form for one is held.
create index provider_without_vob on provider (network_code) where hide_vob;
