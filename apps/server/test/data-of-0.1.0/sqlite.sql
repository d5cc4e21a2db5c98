PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
INSERT INTO kysely_migration VALUES
('0001-initial','2026-11-25T19:48:15.766Z'),
('0002-bot','2026-11-25T19:48:15.782Z'),
('0003-served-by','2026-11-25T19:48:15.791Z'),
('0004-lookups','2026-11-25T19:48:15.796Z'),
('0005-device-list-version','2026-11-25T19:48:15.796Z'),
('0006-after-command','2026-11-25T19:48:15.798Z'),
('0007-bot-memory','2026-11-25T19:48:15.799Z'),
('0008-lamps','2026-11-25T19:48:15.802Z'),
('0009-asked','2026-11-25T19:48:15.808Z'),
('0010-schedule-ends','2026-11-25T19:48:15.809Z'),
('0011-deliveries-by-command','2026-11-25T19:48:15.810Z'),
('0012-device-credentials','2026-11-25T19:48:15.811Z'),
('0013-audit-chain','2026-11-25T19:48:15.819Z'),
('0014-sessions','2026-11-25T19:48:15.820Z'),
('0015-second-factor','2026-11-25T19:48:15.821Z'),
('0016-groups','2026-11-25T19:48:15.828Z'),
('0017-bulletins','2026-11-25T19:48:15.832Z'),
('0018-lit','2026-11-25T19:48:15.833Z'),
('0019-known-of-devices','2026-11-25T19:48:15.836Z'),
('0021-installation','2026-11-25T19:48:15.838Z'),
('0023-alerts','2026-11-25T19:48:15.842Z'),
('0025-in-service','2026-11-25T19:48:15.844Z'),
('0026-lamp-tests','2026-11-25T19:48:15.847Z'),
('0028-plans','2026-11-25T19:48:15.852Z'),
('0030-alarms','2026-11-25T19:48:15.855Z'),
('0032-profiles','2026-11-25T19:48:15.856Z'),
('0034-approvals','2026-11-25T19:48:15.860Z'),
('0035-home-assistant','2026-11-25T19:48:15.860Z'),
('0036-commands-by-time','2026-11-25T19:48:15.861Z'),
('0037-zone-shapes','2026-11-25T19:48:15.861Z'),
('0038-push','2026-11-25T19:48:15.865Z'),
('0039-lanes','2026-11-25T19:48:15.866Z'),
('0040-walls','2026-11-25T19:48:15.867Z');
CREATE TABLE IF NOT EXISTS "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
INSERT INTO kysely_migration_lock VALUES
('migration_lock',0);
CREATE TABLE IF NOT EXISTS "users" ("id" integer primary key autoincrement, "username" text not null, "folded_username" text not null unique, "password_hash" text not null, "role" text not null, "token_version" integer not null, "created_at" bigint not null);
INSERT INTO users VALUES
(1,'admin','admin','$argon2id$v=19$m=8,t=1,p=1$pYUyR2cvD5L2//u/j1tArw$8z/+Hvqk8NY8y8+60JqI/Je3UmTOW3AGrj+0rP+6IRs','admin',1,1795636096682),
(2,'valdombra','valdombra','$argon2id$v=19$m=8,t=1,p=1$aB4ilxAnlMZpyFtgiqs2sw$P/EKHfsnPKu3b7l33laa22A34aDFENrUQxYDqRm9K4M','user',1,1795636096840),
(3,'torrealta','torrealta','$argon2id$v=19$m=8,t=1,p=1$3BjSp9W+Rv2ltmE15j5AWA$gXT+KFHGjp1LRdTKT4O3Ci38Znn74yBljgfjsqqRnN4','user',1,1795636096880);
CREATE TABLE IF NOT EXISTS "devices" ("id" integer primary key autoincrement, "topic" text not null unique, "name" text, "type" text not null, "latitude" double precision, "longitude" double precision, "owner_id" bigint references "users" ("id") on delete set null, "created_at" bigint not null, "profile" text default 'outN' not null);
INSERT INTO devices VALUES
(1,'/3/valdombra/s1','Piazza Municipio','semaforo',NULL,NULL,2,1795636096930,'outN'),
(2,'/3/valdombra/s2','Ponte sul Torno','semaforo',NULL,NULL,2,1795636096963,'outN'),
(3,'/4/valdombra/s3','Diga Vecchia','semaforo',NULL,NULL,2,1795636096984,'outN'),
(4,'/3/valdombra/l1','Argine destro','lanterna',NULL,NULL,2,1795636097001,'outN'),
(5,'/3/torrealta/s1','Porta Nuova','semaforo',NULL,NULL,3,1795636097024,'outN');
CREATE TABLE IF NOT EXISTS "device_states" ("device_id" bigint primary key references "devices" ("id") on delete cascade, "status" text, "status_updated_at" bigint, "error" integer not null, "error_reason" text, "temp" double precision, "vcc" double precision, "uptime" double precision, "metrics_updated_at" bigint, "heard_at" bigint, "lamps" text default '{}' not null, "asked_value" text, "asked_at" bigint, "asked_by" text);
INSERT INTO device_states VALUES
(1,'arancio',1795636109245,0,NULL,19.199999999999999289,3.2999999999999998223,12.0,1795636109246,1795636109246,'{"verde":{"on":false,"saidAt":1795636109243},"giallo":{"on":false,"saidAt":1795636109244},"arancio":{"on":true,"saidAt":1795636109244},"rosso":{"on":false,"saidAt":1795636109245}}',NULL,NULL,NULL),
(2,'arancio',1795636121261,0,NULL,20.399999999999998579,3.2999999999999998223,24.0,1795636121261,1795636121261,'{"verde":{"on":false,"saidAt":1795636121260},"giallo":{"on":false,"saidAt":1795636121260},"arancio":{"on":true,"saidAt":1795636121260},"rosso":{"on":false,"saidAt":1795636121261}}',NULL,NULL,NULL),
(3,NULL,NULL,1,'Comando non confermato entro 5 s',18.0,3.2999999999999998223,0.0,1795636097205,1795636097205,'{}','arancio',1795636105857,'valdombra'),
(4,'acceso',1795636102882,0,NULL,18.0,3.2999999999999998223,0.0,1795636097206,1795636102882,'{"acceso":{"on":true,"saidAt":1795636102882}}',NULL,NULL,NULL);
CREATE TABLE IF NOT EXISTS "commands" ("id" integer primary key autoincrement, "created_at" bigint not null, "author_id" bigint references "users" ("id") on delete set null, "username" text not null, "origin" text not null, "device_type" text not null, "value" text, "deadline_at" bigint not null, "source_id" bigint references "commands" ("id"), "schedule_id" bigint, "served_by" text, "intent_key" text, "group_name" text, "whom" text default 'tutti' not null, "lamp_test_id" bigint, "approved_by" text);
INSERT INTO commands VALUES
(1,1795636097752,2,'valdombra','operatore','semaforo','giallo',1795636107744,NULL,NULL,'R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE','21608d4c-9b4e-4d57-870b-d3bdc0e94c39',NULL,'tutti',NULL,NULL),
(2,1795636102808,2,'valdombra','operatore','semaforo','verde',1795636112806,NULL,NULL,'R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE','ef08b505-2019-4e50-8ce8-52449c16af25','Ponti','gruppo',NULL,NULL),
(3,1795636102873,2,'valdombra','interruttore','lanterna','acceso',1795636112871,NULL,NULL,'R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE','4f35fc32-9e9c-4d1e-a301-d06401d4acf8',NULL,'scelti',NULL,NULL),
(4,1795636102921,2,'valdombra','prova','semaforo','verde',1795636112921,NULL,NULL,'R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE','78a0694a-9b22-437d-a2b2-f01352c58274',NULL,'scelti',1,NULL),
(5,1795636102999,2,'valdombra','prova','semaforo','giallo',1795636112999,NULL,NULL,'R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE','e9a9a462-9c83-4173-92ca-4f05c81e934b',NULL,'scelti',1,NULL),
(6,1795636103100,2,'valdombra','prova','semaforo','arancio',1795636113100,NULL,NULL,'R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE','9e65b066-f37e-40d5-a604-f9458fed52cd',NULL,'scelti',1,NULL),
(7,1795636103188,2,'valdombra','prova','semaforo','rosso',1795636113188,NULL,NULL,'R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE','2d9d3da7-aba5-4acf-acc3-3cf359d0c15d',NULL,'scelti',1,NULL),
(8,1795636103271,2,'valdombra','prova','semaforo',NULL,1795636133271,NULL,NULL,'R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE','6eda5c9c-19ec-4462-8c74-39032e610b7b',NULL,'scelti',1,NULL),
(9,1795636103471,2,'valdombra','allerta','semaforo','arancio',1795636133471,NULL,4,'R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE','schedule:4:1',NULL,'scelti',NULL,NULL),
(10,1795636105857,2,'valdombra','pianificazione','semaforo','arancio',1795636135857,NULL,2,'R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE','schedule:2:1',NULL,'tutti',NULL,NULL);
CREATE TABLE IF NOT EXISTS "deliveries" ("id" integer primary key autoincrement, "command_id" bigint not null references "commands" ("id"), "device_id" bigint references "devices" ("id") on delete set null, "device_name" text, "device_topic" text not null, "owner_id" bigint references "users" ("id") on delete set null, "value" text not null, "previous_status" text, "payloads" text not null, "state" text not null, "reason" text, "created_at" bigint not null, "state_changed_at" bigint not null, "sent" integer default 0 not null, "shown" text, "sent_at" bigint, "lit" text);
INSERT INTO deliveries VALUES
(1,1,3,'Diga Vecchia','/4/valdombra/s3',2,'giallo',NULL,'["/4/valdombra/s3/out3/set=1","/4/valdombra/s3/out2/set=0","/4/valdombra/s3/out4/set=0","/4/valdombra/s3/out5/set=0"]','scaduto','Comando non confermato entro 5 s',1795636097752,1795636102772,2,NULL,1795636097700,NULL),
(2,1,1,'Piazza Municipio','/3/valdombra/s1',2,'giallo','verde','["/3/valdombra/s1/out2/set=1","/3/valdombra/s1/out1/set=0","/3/valdombra/s1/out3/set=0","/3/valdombra/s1/out4/set=0"]','confermato',NULL,1795636097752,1795636097802,2,NULL,1795636097700,NULL),
(3,1,2,'Ponte sul Torno','/3/valdombra/s2',2,'giallo','giallo','["/3/valdombra/s2/out2/set=1","/3/valdombra/s2/out1/set=0","/3/valdombra/s2/out3/set=0","/3/valdombra/s2/out4/set=0"]','confermato',NULL,1795636097752,1795636097802,2,NULL,1795636097700,NULL),
(4,2,2,'Ponte sul Torno','/3/valdombra/s2',2,'verde','giallo','["/3/valdombra/s2/out1/set=1","/3/valdombra/s2/out2/set=0","/3/valdombra/s2/out3/set=0","/3/valdombra/s2/out4/set=0"]','confermato',NULL,1795636102808,1795636102849,2,NULL,1795636102800,NULL),
(5,3,4,'Argine destro','/3/valdombra/l1',2,'acceso','spento','["/3/valdombra/l1/out0/set=1"]','confermato',NULL,1795636102873,1795636102882,2,NULL,1795636102800,NULL),
(6,4,1,'Piazza Municipio','/3/valdombra/s1',2,'verde','giallo','["/3/valdombra/s1/out1/set=1","/3/valdombra/s1/out2/set=0","/3/valdombra/s1/out3/set=0","/3/valdombra/s1/out4/set=0"]','confermato',NULL,1795636102921,1795636102947,2,NULL,1795636102900,NULL),
(7,5,1,'Piazza Municipio','/3/valdombra/s1',2,'giallo','giallo','["/3/valdombra/s1/out2/set=1","/3/valdombra/s1/out1/set=0","/3/valdombra/s1/out3/set=0","/3/valdombra/s1/out4/set=0"]','confermato',NULL,1795636102999,1795636103043,2,NULL,1795636103000,NULL),
(8,6,1,'Piazza Municipio','/3/valdombra/s1',2,'arancio','giallo','["/3/valdombra/s1/out3/set=1","/3/valdombra/s1/out1/set=0","/3/valdombra/s1/out2/set=0","/3/valdombra/s1/out4/set=0"]','confermato',NULL,1795636103100,1795636103129,2,NULL,1795636103100,NULL),
(9,7,1,'Piazza Municipio','/3/valdombra/s1',2,'rosso','giallo','["/3/valdombra/s1/out4/set=1","/3/valdombra/s1/out1/set=0","/3/valdombra/s1/out2/set=0","/3/valdombra/s1/out3/set=0"]','confermato',NULL,1795636103188,1795636103208,2,NULL,1795636103200,NULL),
(10,8,1,'Piazza Municipio','/3/valdombra/s1',2,'giallo','giallo','["/3/valdombra/s1/out2/set=1","/3/valdombra/s1/out1/set=0","/3/valdombra/s1/out3/set=0","/3/valdombra/s1/out4/set=0"]','confermato',NULL,1795636103271,1795636103295,2,NULL,1795636103200,NULL),
(11,9,1,'Piazza Municipio','/3/valdombra/s1',2,'arancio','giallo','["/3/valdombra/s1/out3/set=1","/3/valdombra/s1/out1/set=0","/3/valdombra/s1/out2/set=0","/3/valdombra/s1/out4/set=0"]','confermato',NULL,1795636103471,1795636103539,2,NULL,1795636103500,NULL),
(12,9,2,'Ponte sul Torno','/3/valdombra/s2',2,'arancio','verde','["/3/valdombra/s2/out3/set=1","/3/valdombra/s2/out1/set=0","/3/valdombra/s2/out2/set=0","/3/valdombra/s2/out4/set=0"]','confermato',NULL,1795636103471,1795636103539,2,NULL,1795636103500,NULL),
(13,10,3,'Diga Vecchia','/4/valdombra/s3',2,'arancio',NULL,'["/4/valdombra/s3/out4/set=1","/4/valdombra/s3/out2/set=0","/4/valdombra/s3/out3/set=0","/4/valdombra/s3/out5/set=0"]','inviato',NULL,1795636105857,1795636105888,0,NULL,NULL,NULL),
(14,10,1,'Piazza Municipio','/3/valdombra/s1',2,'arancio',NULL,'["/3/valdombra/s1/out3/set=1","/3/valdombra/s1/out1/set=0","/3/valdombra/s1/out2/set=0","/3/valdombra/s1/out4/set=0"]','confermato',NULL,1795636105857,1795636105896,2,NULL,1795636105800,NULL),
(15,10,2,'Ponte sul Torno','/3/valdombra/s2',2,'arancio',NULL,'["/3/valdombra/s2/out3/set=1","/3/valdombra/s2/out1/set=0","/3/valdombra/s2/out2/set=0","/3/valdombra/s2/out4/set=0"]','confermato',NULL,1795636105857,1795636105896,2,NULL,1795636105800,NULL);
CREATE TABLE IF NOT EXISTS "schedules" ("id" integer primary key autoincrement, "author_id" bigint references "users" ("id") on delete set null, "username" text not null, "color" text not null, "device_type" text not null, "execute_at" bigint not null, "created_at" bigint not null, "executed" integer not null, "outcome" text, "outcome_reason" text, "finished_at" bigint, "leased_until" bigint, "fencing_token" integer not null, "command_id" bigint references "commands" ("id"), "leased_by" text, "after_command" bigint default 0 not null, "group_name" text, "whom" text default 'tutti' not null, "group_id" bigint, "ended_devices" text, "ended_total" bigint, "alert_id" bigint, "alert_step" text, "plan_id" bigint, "plan_day" text, "plan_step" text);
INSERT INTO schedules VALUES
(1,2,'valdombra','rosso','semaforo',1798228103325,1795636103335,0,NULL,NULL,NULL,NULL,0,NULL,NULL,8,NULL,'scelti',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(2,2,'valdombra','arancio','semaforo',1795636105853,1795636103361,0,'in corso',NULL,NULL,1795636110855,1,10,'R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE',8,NULL,'tutti',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(3,2,'valdombra','giallo','semaforo',1795690800000,1795636103402,0,NULL,NULL,NULL,NULL,0,NULL,NULL,8,NULL,'scelti',NULL,NULL,NULL,NULL,NULL,1,'2026-11-26','inizio'),
(4,2,'valdombra','arancio','semaforo',1795636103450,1795636103450,1,'eseguita',NULL,1795636103539,1795636108461,1,9,'R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE',8,NULL,'scelti',NULL,NULL,NULL,1,'inizio',NULL,NULL,NULL),
(5,2,'valdombra','verde','semaforo',1795722503445,1795636103450,0,NULL,NULL,NULL,NULL,0,NULL,NULL,8,NULL,'scelti',NULL,NULL,NULL,1,'fine',NULL,NULL,NULL);
CREATE TABLE IF NOT EXISTS "settings" ("user_id" bigint not null references "users" ("id") on delete cascade, "key" text not null, "value" text not null, constraint "settings_pk" primary key ("user_id", "key"));
INSERT INTO settings VALUES
(2,'telegram_channel','@valdombra'),
(2,'map_zoom','12'),
(2,'second_person_rosso','true');
CREATE TABLE IF NOT EXISTS "broker_config" ("id" integer primary key, "host" text not null, "port" integer not null, "username" text not null, "sealed_password" text, "updated_at" bigint not null);
INSERT INTO broker_config VALUES
(1,'127.0.0.1',18241,'semaforo','q_Q-cDF_MQWYkOId15mDW3EwraDtJ9-tW83jEaY-ZPcjI6knkuxEc8Ev5A',1795636103848);
CREATE TABLE IF NOT EXISTS "audit" ("id" integer primary key autoincrement, "at" bigint not null, "user_id" bigint, "username" text, "address" text, "action" text not null, "target" text, "before" text, "after" text, "outcome" text default 'riuscita' not null, "code" text, "reason" text, "times" integer default 1 not null);
INSERT INTO audit VALUES
(1,1795636096682,NULL,'semaforo',NULL,'users.create','user:1',NULL,'{"username":"admin","role":"admin"}','riuscita',NULL,NULL,1),
(2,1795636096737,1,'admin','127.0.0.1','users.log-in',NULL,NULL,NULL,'riuscita',NULL,NULL,1),
(3,1795636096776,1,'admin','127.0.0.1','users.log-in',NULL,NULL,NULL,'riuscita',NULL,NULL,1),
(4,1795636096840,1,'admin','127.0.0.1','users.create','user:2',NULL,'{"username":"valdombra","role":"user"}','riuscita',NULL,NULL,1),
(5,1795636096856,2,'valdombra','127.0.0.1','users.log-in',NULL,NULL,NULL,'riuscita',NULL,NULL,1),
(6,1795636096880,1,'admin','127.0.0.1','users.create','user:3',NULL,'{"username":"torrealta","role":"user"}','riuscita',NULL,NULL,1),
(7,1795636096905,3,'torrealta','127.0.0.1','users.log-in',NULL,NULL,NULL,'riuscita',NULL,NULL,1),
(8,1795636096930,1,'admin','127.0.0.1','devices.create','device:1',NULL,'{"topic":"/3/valdombra/s1","type":"semaforo","name":"Piazza Municipio","latitude":null,"longitude":null,"profile":"outN","ownerId":2,"id":1}','riuscita',NULL,NULL,1),
(9,1795636096963,1,'admin','127.0.0.1','devices.create','device:2',NULL,'{"topic":"/3/valdombra/s2","type":"semaforo","name":"Ponte sul Torno","latitude":null,"longitude":null,"profile":"outN","ownerId":2,"id":2}','riuscita',NULL,NULL,1),
(10,1795636096984,1,'admin','127.0.0.1','devices.create','device:3',NULL,'{"topic":"/4/valdombra/s3","type":"semaforo","name":"Diga Vecchia","latitude":null,"longitude":null,"profile":"outN","ownerId":2,"id":3}','riuscita',NULL,NULL,1),
(11,1795636097001,1,'admin','127.0.0.1','devices.create','device:4',NULL,'{"topic":"/3/valdombra/l1","type":"lanterna","name":"Argine destro","latitude":null,"longitude":null,"profile":"outN","ownerId":2,"id":4}','riuscita',NULL,NULL,1),
(12,1795636097024,1,'admin','127.0.0.1','devices.create','device:5',NULL,'{"topic":"/3/torrealta/s1","type":"semaforo","name":"Porta Nuova","latitude":null,"longitude":null,"profile":"outN","ownerId":3,"id":5}','riuscita',NULL,NULL,1),
(13,1795636097034,1,'admin','127.0.0.1','credentials.make','device:1',NULL,'{"username":"dispositivo-1-ll83bj"}','riuscita',NULL,NULL,1),
(14,1795636097285,2,'valdombra','127.0.0.1','bot.link-code','user:2',NULL,NULL,'riuscita',NULL,NULL,1),
(15,1795636097309,2,'valdombra','telegram:4242','bot.link','chat:4242',NULL,'{"kind":"private","title":"Anna"}','riuscita',NULL,NULL,1),
(16,1795636097551,1,'admin','127.0.0.1','settings.save','user:2','{}','{"telegram_channel":"@valdombra"}','riuscita',NULL,NULL,1),
(17,1795636097570,1,'admin','127.0.0.1','zones.import',NULL,NULL,'{"created":5,"updated":0,"unchanged":0,"ended":0,"zones":["Vald-A","Vald-B","Vald-C","Vald-C1","Torr-1"],"deleted":[]}','riuscita',NULL,NULL,1),
(18,1795636097586,1,'admin','127.0.0.1','zones.import',NULL,NULL,'{"created":0,"updated":0,"unchanged":3,"ended":0,"comuni":4,"comuni_deleted":0,"zones":[],"deleted":[]}','riuscita',NULL,NULL,1),
(19,1795636097599,1,'admin','127.0.0.1','zones.assign','user:2','[]','["Vald-A"]','riuscita',NULL,NULL,1),
(20,1795636097627,1,'admin','127.0.0.1','zones.assign','device:1','null','"Vald-B"','riuscita',NULL,NULL,1),
(21,1795636097656,1,'admin','127.0.0.1','bulletins.upload','bulletin:1',NULL,'{"hash":"f32a0e5eab752adfbefd30009f6431c587d62fa7e4fb05e5d701855963691994","name":"Bollettino del 21 novembre 2026 ore 15:12","issued_at":"2026-11-21T14:12:00.000Z","days":["2026-11-21","2026-11-22"]}','riuscita',NULL,NULL,1),
(22,1795636097677,2,'valdombra','127.0.0.1','groups.create','group:1',NULL,'{"ownerId":2,"name":"Ponti","deviceIds":[2]}','riuscita',NULL,NULL,1),
(23,1795636097685,2,'valdombra','127.0.0.1','settings.save','user:2','{}','{"map_zoom":"12"}','riuscita',NULL,NULL,1),
(24,1795636097706,2,'valdombra','127.0.0.1','devices.note','device:1','""','"Chiave in Comune"','riuscita',NULL,NULL,1),
(25,1795636097752,2,'valdombra','127.0.0.1','commands.send','command:1',NULL,'{"origin":"operatore","deviceType":"semaforo","value":"giallo","devices":3,"whom":"tutti"}','riuscita',NULL,NULL,1),
(26,1795636097722,1,'admin','127.0.0.1','devices.ignore-heard',NULL,NULL,'{"name":"ignoto"}','rifiutata','not-found','Non trovato',1),
(27,1795636102808,2,'valdombra','127.0.0.1','commands.send','command:2',NULL,'{"origin":"operatore","deviceType":"semaforo","value":"verde","devices":1,"whom":"gruppo","group":"Ponti"}','riuscita',NULL,NULL,1),
(28,1795636102873,2,'valdombra','127.0.0.1','commands.send','command:3',NULL,'{"origin":"interruttore","deviceType":"lanterna","value":"acceso","devices":1,"whom":"scelti"}','riuscita',NULL,NULL,1),
(29,1795636102903,2,'valdombra','127.0.0.1','lamptests.begin','lamp-test:1',NULL,'{"deviceType":"semaforo","devices":1}','riuscita',NULL,NULL,1),
(30,1795636102921,2,'valdombra','127.0.0.1','commands.send','command:4',NULL,'{"origin":"prova","deviceType":"semaforo","value":"verde","devices":1,"whom":"scelti"}','riuscita',NULL,NULL,1),
(31,1795636102999,2,'valdombra','127.0.0.1','commands.send','command:5',NULL,'{"origin":"prova","deviceType":"semaforo","value":"giallo","devices":1,"whom":"scelti"}','riuscita',NULL,NULL,1),
(32,1795636103100,2,'valdombra','127.0.0.1','commands.send','command:6',NULL,'{"origin":"prova","deviceType":"semaforo","value":"arancio","devices":1,"whom":"scelti"}','riuscita',NULL,NULL,1),
(33,1795636103188,2,'valdombra','127.0.0.1','commands.send','command:7',NULL,'{"origin":"prova","deviceType":"semaforo","value":"rosso","devices":1,"whom":"scelti"}','riuscita',NULL,NULL,1),
(34,1795636103271,2,'valdombra','127.0.0.1','commands.send','command:8',NULL,'{"origin":"prova","deviceType":"semaforo","value":null,"devices":1,"whom":"scelti"}','riuscita',NULL,NULL,1),
(35,1795636103300,2,'valdombra','127.0.0.1','lamptests.end','lamp-test:1',NULL,'{"rimessa":1,"non rimessa":0,"interrotta":0,"notConfirmed":[]}','riuscita',NULL,NULL,1),
(36,1795636103335,2,'valdombra','127.0.0.1','schedules.create','schedule:1',NULL,'{"color":"rosso","deviceType":"semaforo","executeAt":1798228103325,"whom":{"kind":"scelti","groupId":null,"group":null},"deviceIds":[1]}','riuscita',NULL,NULL,1),
(37,1795636103361,2,'valdombra','127.0.0.1','schedules.create','schedule:2',NULL,'{"color":"arancio","deviceType":"semaforo","executeAt":1795636105853,"whom":{"kind":"tutti","groupId":null,"group":null},"deviceIds":[]}','riuscita',NULL,NULL,1),
(38,1795636103399,2,'valdombra','127.0.0.1','plans.create','plan:1',NULL,'{"color":"giallo","deviceType":"semaforo","whom":{"kind":"scelti","groupId":null,"group":null},"repeat":"giorno","every":1,"days":[],"dates":[],"exceptions":[],"startsOn":"2026-11-25","endsOn":null,"begin":"12:00","end":null,"devices":1}','riuscita',NULL,NULL,1),
(39,1795636103450,2,'valdombra','127.0.0.1','alerts.create','alert:1',NULL,'{"colour":"arancio","from":1795636103445,"to":1795722503445,"reason":"Bollettino regionale","drill":false,"source":"persona","bulletinId":null,"day":null,"ownerId":2,"whom":{"kind":"scelti","groupId":null,"group":null,"zone":null},"devices":2}','riuscita',NULL,NULL,1),
(40,1795636103471,2,'valdombra',NULL,'commands.send','command:9',NULL,'{"origin":"allerta","deviceType":"semaforo","value":"arancio","devices":2,"whom":"scelti"}','riuscita',NULL,NULL,1),
(41,1795636103539,NULL,'semaforo',NULL,'schedules.end','schedule:4',NULL,'{"outcome":"eseguita","reason":null,"commandId":9}','riuscita',NULL,NULL,1),
(42,1795636103628,2,'valdombra','127.0.0.1','push.add',NULL,NULL,'{"name":"Programma"}','riuscita',NULL,NULL,1),
(43,1795636103642,2,'valdombra','127.0.0.1','walls.create','wall:5',NULL,'{"name":"Sala operativa","username":"valdombra"}','riuscita',NULL,NULL,1),
(44,1795636103699,2,'valdombra','127.0.0.1','alarms.duty',NULL,'{"people":[]}','{"people":["Anna"]}','riuscita',NULL,NULL,1),
(45,1795636103738,1,'admin','127.0.0.1','settings.save','user:2','{}','{"second_person_rosso":"true"}','riuscita',NULL,NULL,1),
(46,1795636103753,2,'valdombra','127.0.0.1','approvals.ask','approval:1',NULL,'{"kind":"comando","value":"rosso","whom":"scelti","devices":1}','riuscita',NULL,NULL,1),
(47,1795636103795,3,'torrealta','127.0.0.1','users.enable-second-factor','user:3',NULL,NULL,'riuscita',NULL,NULL,1),
(48,1795636103763,2,'valdombra','127.0.0.1','commands.send',NULL,NULL,'{"command":"rosso"}','rifiutata','second-person-needed','Serve una seconda persona: un’altra deve confermare il rosso entro 2 minuti',1),
(49,1795636103848,1,'admin','127.0.0.1','broker.save',NULL,'{"broker":"127.0.0.1","port":18241,"username":"semaforo","password":"********"}','{"host":"127.0.0.1","port":18241,"username":"semaforo"}','riuscita',NULL,NULL,1),
(50,1795636105857,2,'valdombra',NULL,'commands.send','command:10',NULL,'{"origin":"pianificazione","deviceType":"semaforo","value":"arancio","devices":3,"whom":"tutti"}','riuscita',NULL,NULL,1);
CREATE TABLE IF NOT EXISTS "idempotent_answers" ("user_id" bigint not null references "users" ("id") on delete cascade, "key" text not null, "request_hash" text not null, "status" integer, "body" text, "created_at" bigint not null, constraint "idempotent_answers_pk" primary key ("user_id", "key"));
INSERT INTO idempotent_answers VALUES
(2,'fca855a9bda90eb8702d2b61652d9479','VD13Zn29rO59Y06cYcOV0pTBja3u5sAZwOT92XQ4t6k',201,'{"id":1,"colour":"arancio","from":"2026-11-25T19:48:23.445Z","to":"2026-11-26T19:48:23.445Z","state":"confermata","awaits":null,"reason":"Bollettino regionale","source":"persona","bulletin":null,"author":"valdombra","owner":"valdombra","drill":false,"whom":"scelti","group":null,"zone":null,"created_at":"2026-11-25T19:48:23.450Z","begins_at":"2026-11-25T19:48:23.450Z","decided_at":"2026-11-25T19:48:23.450Z","note":null,"total":2,"confirmed":0,"devices":[1,2],"overrides":[]}',1795636103449),
(2,'8e6eeaf07b252e22decfcf1946860b37','hQZkkVusM98QIb9JZfXdhHYt_9NQyefhcTv2_14XhHA',200,'{"id":1,"name":"Programma","added_at":"2026-11-25T19:48:23.628Z","endpoint_hash":"cDpeHQ7uMmJSGyblW9IEsIlS2Z4BWWXxIymylx8tyRI"}',1795636103622),
(2,'e0fa38e6567aab7964e34261cc262d78','HOwvm_CesZQ1t6LPT5InfoAOiswmwlPQljZvqofhx_Q',409,'{"error":"Serve una seconda persona: un’altra deve confermare il rosso entro 2 minuti","code":"second-person-needed"}',1795636103752);
CREATE TABLE IF NOT EXISTS "bot_chats" ("id" integer primary key autoincrement, "chat_id" text not null unique, "user_id" bigint not null references "users" ("id") on delete cascade, "kind" text not null, "title" text not null, "token_version" integer not null, "linked_at" bigint not null);
INSERT INTO bot_chats VALUES
(1,'4242',2,'private','Anna',1,1795636097309);
CREATE TABLE IF NOT EXISTS "bot_link_codes" ("user_id" bigint primary key references "users" ("id") on delete cascade, "code_hash" text not null unique, "token_version" integer not null, "expires_at" bigint not null);
CREATE TABLE IF NOT EXISTS "bot_outbox" ("id" integer primary key autoincrement, "chat_id" text not null, "notice_key" text not null, "user_id" bigint references "users" ("id") on delete cascade, "text" text not null, "created_at" bigint not null, "expires_at" bigint, "not_before" bigint not null, "parts_sent" integer not null, "attempts" integer not null, "sending_since" bigint, "finished_at" bigint, "outcome" text, "sending_by" text, constraint "bot_outbox_once_per_chat" unique ("chat_id", "notice_key"));
INSERT INTO bot_outbox VALUES
(1,'4242','reply:8000000001:701',NULL,replace('Chat collegata a valdombra: riceverà gli avvisi dei suoi dispositivi.\nScrivi /aiuto per i comandi.','\n',char(10)),1795636097316,1795636397316,0,0,1,NULL,1795636097535,'sent','R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE'),
(2,'4242','command:1',2,'❗ Comando giallo delle 20:48 del 25/11/2026: 1 dispositivo su 3 non ha confermato: Diga Vecchia',1795636102786,NULL,0,0,1,NULL,1795636102829,'sent','R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE'),
(3,'4242','alert:1:begun:4',2,'🟠 Allerta arancione iniziata, fino alle 20:48 del 26/11/2026. Confermata da valdombra. Motivo: Bollettino regionale',1795636103511,NULL,0,0,1,NULL,1795636104122,'sent','R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE'),
(5,'4242','errors:edd669f2-8065-473c-ade9-f51e59a47ad1',2,'⚠️ 1 dispositivo in errore: Diga Vecchia (Comando non confermato entro 5 s)',1795636117808,NULL,0,0,1,NULL,1795636117954,'sent','R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE');
CREATE TABLE IF NOT EXISTS "bot_updates" ("bot_id" bigint not null, "update_id" bigint not null, "handled_at" bigint not null, constraint "bot_updates_pk" primary key ("bot_id", "update_id"));
INSERT INTO bot_updates VALUES
(8000000001,701,1795636097304);
CREATE TABLE IF NOT EXISTS "bot_lease" ("name" text primary key, "holder" text not null, "leased_until" bigint not null, "working" integer not null);
INSERT INTO bot_lease VALUES
('trial','',271,0);
CREATE TABLE IF NOT EXISTS "bot_channel_posts" ("user_id" bigint primary key references "users" ("id") on delete cascade, "channel" text not null, "state" text not null, "posted_at" bigint not null);
CREATE TABLE IF NOT EXISTS "bot_told_errors" ("device_id" bigint not null references "device_states" ("device_id") on delete cascade, "told_to" bigint not null, "standing" text not null, "told_at" bigint not null, constraint "bot_told_errors_pk" primary key ("device_id", "told_to"));
INSERT INTO bot_told_errors VALUES
(3,0,'error',1795636117807),
(3,2,'error',1795636117807);
CREATE TABLE IF NOT EXISTS "bot_told_outage" ("since" bigint primary key);
CREATE TABLE IF NOT EXISTS "device_credentials" ("device_id" bigint primary key references "devices" ("id") on delete cascade, "username" text not null unique, "password_hash" text not null, "mosquitto_hash" text not null, "sealed_password" text, "created_at" bigint not null, "last_seen" bigint);
INSERT INTO device_credentials VALUES
(1,'dispositivo-1-ll83bj','befea408e4f7a82f867165ff52b679991967f5427d6539cf174cb992d5355d97','$7$101$Pcv98a7u4jR0V+qH$BY6qbuLmH4NUIx9C1N50zztxcRogLk0ntWGoEM5S0pkEX0VwmdNflF86HTuOJ/LBjAfkHXU5GzZ8AayaokSPag==',NULL,1795636097034,NULL);
CREATE TABLE IF NOT EXISTS "audit_chain" ("position" bigint primary key, "audit_id" bigint not null unique, "hash" text not null);
INSERT INTO audit_chain VALUES
(1,1,'86b461dbc8e455e1db4ad538a707116f13fbec297756b232010892fb48597c57'),
(2,2,'cd86f8e64e931a00ad2ed65873b5551d16fdd0b09f475d7aa965922f9ff03a5f'),
(3,3,'b9b868b125aeb5ee7ae9ea992486773ae5a0d26f6999f0a19864b98b284e70c3'),
(4,4,'0c536e1d3b2d67a98562dd13433332344870970e4e5b78d956d90c10062abed8'),
(5,5,'5ebc5d73bf1b438bb2442b5bfab06475a55c440902e068216c6ae963b4b30279'),
(6,6,'56bb45664a1a0bbf2c98c743d6a285a6634a9977f2a37f3bed282cb6801353ba'),
(7,7,'88323f49450cca80af8d03e8b4c3ed0596caac67e5b6a283a637a7896385e12c'),
(8,8,'74ca5b63217628a38c57b7536c17bb756af9d25fb450dc18f0e44d20e760b16b'),
(9,9,'783fa260d9d4389c98e7d93f936cebd31524153b36e60a15d6d3a2cc2552e3ff'),
(10,10,'7b3ae8c10d42192b7448edafdd6c9e65307339af09ed942b6e5520a0ba04083e'),
(11,11,'d79fa2c19565f88fe319c6daf99881c6d54ceb8691dd6644835ea8e3fff44a1e'),
(12,12,'e6c4b44c012d2f03dea3dfa9033125077fd8ccb28ef8dc74911fd8871bb7c5cf'),
(13,13,'3558926ca73c28b4609d2954d7465c9171d00be000836e8588c8d816a8484d99'),
(14,14,'a9796b316935a58573e245e9aef117edb932108e141d104f995b7ba961b735ba'),
(15,15,'76ddb5a1e6570ae61a756f7c98a94685486ab1c58509af4e6a35f292c9e0fa2f'),
(16,16,'2eaea5fbaeaf793f71e521ab6b7bd25dbbbc09a8c3bc0cdd85845dfc7b5d15b6'),
(17,17,'8394ade61246733f98a53a1e75372765e6ba58f79cde4ce6316053db8cfba61c'),
(18,18,'b5ed6f0bfa63c9dc0c64d2bac80831b87f1788e8e43669fb107fb23ba9bf7bf9'),
(19,19,'1ea789b345dd713632c59e611bfaf6aef5fa51bf9e5e242b60bc3c592e36594d'),
(20,20,'ac1e955a0280d8d3cc07bdc075acc9af513948d54d9fcf90daa66f7d755c4a53'),
(21,21,'bcbc0869f8b6831f63568c68a6dd731f03027de6213f2e08bcd8f3498572e1c7'),
(22,22,'cf93be0ee4d6c8d007591f79f771b7b23c1d02161ccf7895a0566a1d88dd8632'),
(23,23,'8e33aef50542a277a6969ad19ec50ae83005cbb9f85b1a13b0344506e04a87b9'),
(24,24,'ac45dfaef3fd763c97177397768d066cb77c6dbe92394ab0450a39ac70259815'),
(25,25,'450cecb89fddf1686f9de583c81cba1ab6e4defcf7e41d941419ef72f5610533'),
(26,26,'a8664cf094846ac69af21b77aa4c371bfd761ead8feadffc79554055654be340'),
(27,27,'9425025af5e1150c854f3ee741642197318c5cdc22425b9abc831b65b562610e'),
(28,28,'bc29d3ca734b66448db66680ff273aacc0354d44b2731f10d54a878902ca3652'),
(29,29,'268825eccff1e3239471a3a00b0fd8d28b5e9fa14f593a9d4dc14ea84424f31e'),
(30,30,'4a11075f9d15020586a5a48c69c3021d14c0a055041457776628ffe22aa36c32'),
(31,31,'4edfcbdb9019a852b0efa382206706673be210ff898970b36f432a87880c26b0'),
(32,32,'d46a03f5f7ebda5e7424a3f4bcf52abaf85a1df2cddc15a8a454fa703df2279a'),
(33,33,'e1da5ab9250536e24c385e81b056df04e9eed94208ba6602eaf0fa05248c77bf'),
(34,34,'448e88561e73dc56bb3750dbfcceb87357813c3a51b3010e3b051842af3e2e27'),
(35,35,'dec59c8403442cc94abb345d6dbc62440aa0752e4bba71a65bd61123ce11c761'),
(36,36,'2350a6a54320885eda16c8b44bb7b3f4478356d9b22cd494d473db33304ed829'),
(37,37,'9e4b6bf6d44c7baf7beb4f07fc37da78f71631599ecf06daea7e59b30e52bbfa'),
(38,38,'a9f9edfde393d4c09be2bfb3ed7a480f725f48bb6eb48d2ee0c48857e77b6c30'),
(39,39,'19573afd14399f75d1c2124e6b916b730a0b2556183a625c94b37a33a8695c6f'),
(40,40,'0f14ae462f1c7d20859e5365e8bd5f1ad4d8fc013fd1d9218b24b31d6b2c6059'),
(41,41,'4aaec12fb1bdba7f408bb4579a938368234e8c3c2265e270f40b28e0768b02ef'),
(42,42,'87f46863a9d51e71359f4944f976716ec163f772390284185a899db46033a1af'),
(43,43,'899dcb5307610de1bcbdee6319128426e56884a9749d0bb10559663712838fc5'),
(44,44,'4a0c8ad3f40d8b00c1399771feed2dbda044167634440908d1a01270f548d2f1'),
(45,45,'7e8c14a5625c4d635b8bb8c6cce74b1654af3f7dcce80dfe3e99cc29f5b994c3'),
(46,46,'d5f447837aea50e07b2a40485ba47fd7e6d38df663c6336c09d35ce4362a21cd'),
(47,47,'8da920e8a9787abe72fd6f3d1f2a1f0d3350f4ba27accf8bf813c81ce420d504'),
(48,48,'9d457df5d708aa13613787b571ace53b4873c025202a28d0016fb6fa2ec76c9d'),
(49,49,'d4f32cdbc04e14c4761c797216eec6f1b93e9215c43202f2824bc1a0ef1df42a'),
(50,50,'645d58449d9b62b023a7b8795e16a0cc647db549f328b327b34bece50e2ccc23');
CREATE TABLE IF NOT EXISTS "sessions" ("id" integer primary key autoincrement, "user_id" bigint not null references "users" ("id") on delete cascade, "created_at" bigint not null, "last_seen" bigint not null, "expires_at" bigint not null, "address" text not null, "user_agent" text, "from_known_browser" integer not null, "ended_by" text, "wall_name" text);
INSERT INTO sessions VALUES
(1,1,1795636096737,1795636096737,1795679296000,'127.0.0.1','node',0,NULL,NULL),
(2,1,1795636096776,1795636096776,1795679296000,'127.0.0.1','node',0,NULL,NULL),
(3,2,1795636096856,1795636096856,1795679296000,'127.0.0.1','node',0,NULL,NULL),
(4,3,1795636096905,1795636096905,1795679296000,'127.0.0.1','node',0,NULL,NULL),
(5,2,1795636103642,0,1803412103642,'127.0.0.1',NULL,0,NULL,'Sala operativa');
CREATE TABLE IF NOT EXISTS "second_factors" ("user_id" bigint primary key references "users" ("id") on delete cascade, "sealed_secret" text not null, "confirmed_at" bigint, "last_step" bigint not null);
INSERT INTO second_factors VALUES
(3,'tChLMnFMt0rTZFxam0shB5qp4JmJUbdAotrVdO8fkBmTN6Sw6ExM-rj8NU9z1czTj1UQIOGRfw',1795636103795,59854536);
CREATE TABLE IF NOT EXISTS "recovery_codes" ("user_id" bigint not null references "users" ("id") on delete cascade, "code_hash" text not null, constraint "recovery_codes_pk" primary key ("user_id", "code_hash"));
INSERT INTO recovery_codes VALUES
(3,'AfPpnd6ntoyoAmOLNNwr4bwFduntSUdbptX6f9AVlxo'),
(3,'064jn7YgNXJMz1AMkSr0pHgwDADqIr-aXTfduu-UIJk'),
(3,'p3eOi3G2Lx6YQCumWaH5ErIWv5IpniCAMOGar6EGtEo'),
(3,'yG-smKn0CyYhR90POWsgUV58o2Q6zLx_A5Eki3UOVJU'),
(3,'E9QtdMjQYtC-fEp-i5aaBgisycHj_Cl8s-ApQkLSKkg'),
(3,'2-YaH1SKstu6V-fUqNiaZb6QC86d0EUM23DHL8KX8xo'),
(3,'dn7oipOlc3b0eiZspiMBAXeDStxu5IB_44X3qO3BmN8'),
(3,'sOWClIWPn-nXNsfDgBRoW5OF7VenaW9ktbz8sPqYuIk'),
(3,'NsBq9R_nDrRnPGFRY_5gNcbo298O3EveaaPeA9ywUEo'),
(3,'PRimi6NqXPFbD_ERaQQWo9s6bHIQ_wD0MPOWaF7kwZc');
CREATE TABLE IF NOT EXISTS "device_groups" ("id" integer primary key autoincrement, "owner_id" bigint not null references "users" ("id") on delete cascade, "name" text not null, "folded_name" text not null, "created_at" bigint not null, constraint "device_groups_by_name" unique ("owner_id", "folded_name"));
INSERT INTO device_groups VALUES
(1,2,'Ponti','ponti',1795636097677);
CREATE TABLE IF NOT EXISTS "device_group_members" ("group_id" bigint not null references "device_groups" ("id") on delete cascade, "device_id" bigint not null references "devices" ("id") on delete cascade, constraint "device_group_members_pk" primary key ("group_id", "device_id"));
INSERT INTO device_group_members VALUES
(1,2);
CREATE TABLE IF NOT EXISTS "schedule_devices" ("schedule_id" bigint not null references "schedules" ("id") on delete cascade, "device_id" bigint not null references "devices" ("id") on delete cascade, constraint "schedule_devices_pk" primary key ("schedule_id", "device_id"));
INSERT INTO schedule_devices VALUES
(1,1);
CREATE TABLE IF NOT EXISTS "zones" ("code" text not null, "valid_from" text not null, "valid_to" text, "name" text not null, "folded_name" text not null, "region" text, constraint "zones_pk" primary key ("code", "valid_from"));
INSERT INTO zones VALUES
('Vald-A','',NULL,'Alto Torno','alto torno','Valdombra'),
('Vald-B','',NULL,'Basso Torno, Piana e Laguna','basso torno, piana e laguna','Valdombra'),
('Vald-C','',NULL,'Conca','conca','Valdombra'),
('Vald-C1','',NULL,'Conca, versante ionico','conca, versante ionico','Valdombra'),
('Torr-1','',NULL,'Città di Torrealta','città di torrealta','Torrealta');
CREATE TABLE IF NOT EXISTS "comuni" ("istat" text primary key, "name" text not null, "folded_name" text not null, "province" text not null, "province_code" text not null, "region" text not null, "zone_code" text);
INSERT INTO comuni VALUES
('999001','Castro','castro','Valdombra','VD','Valdombra','Vald-A'),
('999002','Castro','castro','Torrealta','TR','Torrealta','Torr-1'),
('999003','Castrovento','castrovento','Valdombra','VD','Valdombra','Vald-B'),
('999004','Isola','isola','Laguna','','Valdombra',NULL);
CREATE TABLE IF NOT EXISTS "user_zones" ("user_id" bigint not null references "users" ("id") on delete cascade, "zone_code" text not null, constraint "user_zones_pk" primary key ("user_id", "zone_code"));
INSERT INTO user_zones VALUES
(2,'Vald-A');
CREATE TABLE IF NOT EXISTS "device_zones" ("device_id" bigint primary key references "devices" ("id") on delete cascade, "zone_code" text not null);
INSERT INTO device_zones VALUES
(1,'Vald-B');
CREATE TABLE IF NOT EXISTS "bulletins" ("id" integer primary key autoincrement, "source" text not null, "origin" text not null, "hash" text not null unique, "content" blob not null, "received_at" bigint not null, "name" text, "kind" text, "issued_at" bigint, "identifier" text, "fault" text, "gaps" text not null);
INSERT INTO bulletins VALUES
(1,'nazionale','mano','f32a0e5eab752adfbefd30009f6431c587d62fa7e4fb05e5d701855963691994',X'1f8b0800000000000003dd53516bdb3010fe2b875ef6e2d69159f76042c0734367084971d297951264fbe25e9175425633d2e2ff3ee4766b59c746a17dd89e249dbeef74dfdda77b81668f9a2d8af45ef84358c58e5cef45241ae5c33199249f8ea43c4ae4467e4c65924e26c793c9e4ab8884515d407c66add17b320c0d6a482418de6357398440067608f22495898884e7461dc6c7d8f2f6a66733bea8b18f432404e2409232915b792293edc8381e9191b8f69dde36d8d78e3c8ddca99d9da303ada025764679050d01b72d45b05695f2fca2a0745ab97836ad66abf2b458666591415e169b222f36d907389f975016ebfc4bb182e2b4cc2e1645be8218b2c5625e6e32382bb2c5224ba7713583696c676208aa3a768ebfbd52d803e9b5da1aee94a1084eb94343b58224795f7dc3f3b13d7864c39635b7071109e5ea5ea4975791e0ea066bdf07d81d9be7963a43eed0bb431e9c528fea22d13e040903fd27f49cf5a11def9f125bc7169d1f91f762c91dc21d1b25529169cfb061675844a254d63aecd1f8d029835a2be894b523b0efd1dc8dfddba1193b073db58676542b4f7b02eb708f0d55a4096258ced7eb8b65f6a32b221261128efafa9a18a871ea5653cd6f9ed96367d9294def5133b718a6f65675e7dcdd1a12e9a5c855ef5d18c1e3e66a18ae86e1d78ff18f5a67e51a32ca9102fb3b0bbcf83a7ff0ca53aabf90fe2b1b0cdf01bf9b956b67060000',1795636097656,'Bollettino del 21 novembre 2026 ore 15:12','first',1795270320000,NULL,NULL,'[]');
CREATE TABLE IF NOT EXISTS "bulletin_days" ("bulletin_id" bigint not null references "bulletins" ("id"), "day" text not null, "zones" text not null, constraint "bulletin_days_pk" primary key ("bulletin_id", "day"));
INSERT INTO bulletin_days VALUES
(1,'2026-11-21','[{"name":"Alto Torno","colour":"verde","risks":{"idraulico":"verde","temporali":"verde","idrogeologico":"verde"}}]'),
(1,'2026-11-22','[{"name":"Alto Torno","colour":"giallo","risks":{"idraulico":"giallo","temporali":"verde","idrogeologico":"verde"}}]');
CREATE TABLE IF NOT EXISTS "bulletin_references" ("bulletin_id" bigint not null references "bulletins" ("id"), "identifier" text not null, constraint "bulletin_references_pk" primary key ("bulletin_id", "identifier"));
CREATE TABLE IF NOT EXISTS "bulletin_reader" ("id" integer primary key, "last_tried_at" bigint, "last_read_at" bigint, "next_try_at" bigint, "failure" text, "told_stale" bigint);
CREATE TABLE IF NOT EXISTS "ignored_devices" ("name" text primary key, "ignored_at" bigint not null);
CREATE TABLE IF NOT EXISTS "device_reports" ("id" integer primary key autoincrement, "device_id" bigint not null references "devices" ("id") on delete cascade, "at" bigint not null, "lamp" text not null, "is_on" integer not null);
INSERT INTO device_reports VALUES
(1,1,1795636097186,'verde',1),
(2,1,1795636097186,'giallo',0),
(3,1,1795636097187,'arancio',0),
(4,1,1795636097187,'rosso',0),
(5,2,1795636097203,'giallo',1),
(6,2,1795636097203,'verde',0),
(7,2,1795636097203,'arancio',0),
(8,2,1795636097204,'rosso',0),
(9,4,1795636097205,'acceso',0),
(10,1,1795636097801,'giallo',1),
(11,1,1795636097801,'verde',0),
(12,2,1795636102849,'verde',1),
(13,2,1795636102849,'giallo',0),
(14,4,1795636102882,'acceso',1),
(15,1,1795636102946,'verde',1),
(16,1,1795636102946,'giallo',0),
(17,1,1795636103042,'giallo',1),
(18,1,1795636103042,'verde',0),
(19,1,1795636103121,'arancio',1),
(20,1,1795636103129,'giallo',0),
(21,1,1795636103207,'rosso',1),
(22,1,1795636103208,'arancio',0),
(23,1,1795636103294,'giallo',1),
(24,1,1795636103294,'rosso',0),
(25,1,1795636103538,'arancio',1),
(26,1,1795636103538,'giallo',0),
(27,2,1795636103538,'arancio',1),
(28,2,1795636103538,'verde',0);
CREATE TABLE IF NOT EXISTS "device_metrics" ("device_id" bigint not null references "devices" ("id") on delete cascade, "minute" bigint not null, "temp" double precision, "vcc" double precision, "uptime" double precision, constraint "device_metrics_pk" primary key ("device_id", "minute"));
INSERT INTO device_metrics VALUES
(1,1795636080000,19.199999999999999289,3.2999999999999998223,12.0),
(2,1795636080000,20.399999999999998579,3.2999999999999998223,24.0),
(3,1795636080000,18.0,3.2999999999999998223,0.0),
(4,1795636080000,18.0,3.2999999999999998223,0.0);
CREATE TABLE IF NOT EXISTS "device_errors" ("id" integer primary key autoincrement, "device_id" bigint not null references "devices" ("id") on delete cascade, "reason" text not null, "began_at" bigint not null, "ended_at" bigint);
INSERT INTO device_errors VALUES
(1,3,'Comando non confermato entro 5 s',1795636102772,NULL);
CREATE TABLE IF NOT EXISTS "device_notes" ("device_id" bigint primary key references "devices" ("id") on delete cascade, "text" text not null, "changed_at" bigint not null, "changed_by" text not null);
INSERT INTO device_notes VALUES
(1,'Chiave in Comune',1795636097706,'valdombra');
CREATE TABLE IF NOT EXISTS "installation" ("tag" text not null);
INSERT INTO installation VALUES
('ll83bj');
CREATE TABLE IF NOT EXISTS "untagged_device_logins" ("username" text primary key);
CREATE TABLE IF NOT EXISTS "alerts" ("id" integer primary key autoincrement, "owner_id" bigint references "users" ("id") on delete set null, "colour" text not null, "whom" text not null, "group_id" bigint, "group_name" text, "zone" text, "from_at" bigint not null, "to_at" bigint not null, "reason" text not null, "drill" integer not null, "source" text not null, "bulletin_id" bigint references "bulletins" ("id"), "day" text, "created_at" bigint not null, "author_id" bigint references "users" ("id") on delete set null, "author_name" text, "decision" text not null, "decided_at" bigint, "note" text, "end_confirmed" integer not null, "begin_id" bigint, "end_id" bigint, "approved_by" text);
INSERT INTO alerts VALUES
(1,2,'arancio','scelti',NULL,NULL,NULL,1795636103445,1795722503445,'Bollettino regionale',0,'persona',NULL,NULL,1795636103450,2,'valdombra','confermata',1795636103450,NULL,1,4,5,NULL);
CREATE TABLE IF NOT EXISTS "alert_devices" ("alert_id" bigint not null references "alerts" ("id") on delete cascade, "device_id" bigint not null references "devices" ("id") on delete cascade, constraint "alert_devices_pk" primary key ("alert_id", "device_id"));
INSERT INTO alert_devices VALUES
(1,1),
(1,2);
CREATE TABLE IF NOT EXISTS "backups" ("kind" text primary key, "good_at" bigint, "file" text, "bytes" bigint, "failed_at" bigint, "failure" text);
INSERT INTO backups VALUES
('manual',1795636104372,'sqlite.backup',35339,NULL,NULL);
CREATE TABLE IF NOT EXISTS "audit_anchors" ("position" bigint primary key, "hash" text not null, "at" bigint not null, "file" text not null, "file_hash" text not null);
CREATE TABLE IF NOT EXISTS "lamp_tests" ("id" integer primary key autoincrement, "created_at" bigint not null, "author_id" bigint references "users" ("id") on delete set null, "username" text not null, "address" text, "device_type" text not null, "after_command" bigint not null, "served_by" text not null, "touched_at" bigint not null, "stopped_at" bigint, "ended_at" bigint);
INSERT INTO lamp_tests VALUES
(1,1795636102903,2,'valdombra','127.0.0.1','semaforo',3,'R2UeV8mp2iQoe0dGUeDhbN_fMaS5hvCUpndtPcfdLmE',1795636103183,NULL,1795636103300);
CREATE TABLE IF NOT EXISTS "lamp_test_devices" ("test_id" bigint not null references "lamp_tests" ("id") on delete cascade, "device_id" bigint not null references "devices" ("id") on delete cascade, "owner_id" bigint, "label" text not null, "former" text not null, "state" text not null, "closed_at" bigint, constraint "lamp_test_devices_pk" primary key ("test_id", "device_id"));
INSERT INTO lamp_test_devices VALUES
(1,1,2,'Piazza Municipio','giallo','rimessa',1795636103297);
CREATE TABLE IF NOT EXISTS "plans" ("id" integer primary key autoincrement, "author_id" bigint references "users" ("id") on delete set null, "username" text not null, "color" text not null, "device_type" text not null, "whom" text not null, "group_id" bigint, "group_name" text, "repeat" text not null, "every" integer not null, "days" text not null, "dates" text not null, "exceptions" text not null, "starts_on" text not null, "ends_on" text, "begin_moment" text not null, "end_moment" text, "created_at" bigint not null, "paused" integer not null, "active_from" bigint not null, "appointed_until" bigint not null, "deleted_at" bigint);
INSERT INTO plans VALUES
(1,2,'valdombra','giallo','semaforo','scelti',NULL,NULL,'giorno',1,'[]','[]','[]','2026-11-25',NULL,'12:00',NULL,1795636103399,0,1795636103399,1795765703402,NULL);
CREATE TABLE IF NOT EXISTS "plan_devices" ("plan_id" bigint not null references "plans" ("id") on delete cascade, "device_id" bigint not null references "devices" ("id") on delete cascade, constraint "plan_devices_pk" primary key ("plan_id", "device_id"));
INSERT INTO plan_devices VALUES
(1,1);
CREATE TABLE IF NOT EXISTS "alarms" ("id" integer primary key autoincrement, "kind" text not null, "owner_id" bigint references "users" ("id") on delete set null, "state" text not null, "opened_at" bigint not null, "state_at" bigint not null, "detail" text, "taken_by" text, "held_until" bigint, "note" text, "returns" bigint not null, "told" bigint not null, "next_tell_at" bigint);
INSERT INTO alarms VALUES
(1,'muto',2,'aperto',1795636103956,1795636103956,'Comando non confermato entro 5 s',NULL,NULL,NULL,0,1,NULL);
CREATE TABLE IF NOT EXISTS "alarm_devices" ("alarm_id" bigint not null references "alarms" ("id") on delete cascade, "device_id" bigint not null, "name" text not null, "since" bigint not null, "until" bigint, constraint "alarm_devices_once" primary key ("alarm_id", "device_id"));
INSERT INTO alarm_devices VALUES
(1,3,'Diga Vecchia',1795636103956,NULL);
CREATE TABLE IF NOT EXISTS "alarm_events" ("id" integer primary key autoincrement, "alarm_id" bigint not null references "alarms" ("id") on delete cascade, "at" bigint not null, "what" text not null, "by" text, "note" text);
INSERT INTO alarm_events VALUES
(1,1,1795636103956,'aperto',NULL,NULL),
(2,1,1795636104029,'avvisato','Anna','');
CREATE TABLE IF NOT EXISTS "duty_people" ("id" integer primary key autoincrement, "owner_id" bigint references "users" ("id") on delete cascade, "position" bigint not null, "name" text not null, "email" text, "chat_id" bigint, "push_id" bigint references "push_devices" ("id") on delete set null);
INSERT INTO duty_people VALUES
(1,2,0,'Anna','anna@example.it',NULL,NULL);
CREATE TABLE IF NOT EXISTS "alarm_mails" ("id" integer primary key autoincrement, "mail_key" text not null unique, "address" text not null, "subject" text not null, "text" text not null, "created_at" bigint not null, "not_before" bigint not null, "attempts" bigint not null, "finished_at" bigint, "failure" text);
CREATE TABLE IF NOT EXISTS "approvals" ("id" integer primary key autoincrement, "kind" text not null, "value" text not null, "asker_id" bigint references "users" ("id") on delete set null, "username" text not null, "address" text, "asked_at" bigint not null, "expires_at" bigint not null, "execute_at" bigint, "whom" text not null, "group_name" text, "request" text, "total" integer not null, "state" text not null, "decided_by" text, "decided_at" bigint);
INSERT INTO approvals VALUES
(1,'comando','rosso',2,'valdombra','127.0.0.1',1795636103753,1795636223753,NULL,'scelti',NULL,NULL,1,'in attesa',NULL,NULL);
CREATE TABLE IF NOT EXISTS "approval_devices" ("approval_id" bigint not null references "approvals" ("id") on delete cascade, "device_id" bigint not null references "devices" ("id") on delete cascade, constraint "approval_devices_pk" primary key ("approval_id", "device_id"));
INSERT INTO approval_devices VALUES
(1,1);
CREATE TABLE IF NOT EXISTS "home_assistant_documents" ("topic" text primary key, "device" text not null);
INSERT INTO home_assistant_documents VALUES
('true/device/semaforo_ll83bj_1/config','semaforo outN /3/valdombra/s1'),
('true/device/semaforo_ll83bj_2/config','semaforo outN /3/valdombra/s2'),
('true/device/semaforo_ll83bj_3/config','semaforo outN /4/valdombra/s3'),
('true/device/semaforo_ll83bj_4/config','lanterna outN /3/valdombra/l1'),
('true/device/semaforo_ll83bj_5/config','semaforo outN /3/torrealta/s1');
CREATE TABLE IF NOT EXISTS "zone_shapes" ("id" integer primary key autoincrement, "folded_name" text not null, "hash" text not null, "name" text not null, "issued_at" bigint not null, "bytes" integer not null, "shape" text not null, constraint "zone_shapes_distinct" unique ("folded_name", "hash"));
CREATE TABLE IF NOT EXISTS "push_keys" ("id" integer primary key, "public_key" text not null, "sealed_private_key" text not null);
INSERT INTO push_keys VALUES
(1,'BFbQvxbM1pDVJAZwddNfnXytBeyqc0XWm0ZjAGU54P9AmLWHETVNmEQA75_6V7MjBL4f1adSvgMI2hLm5vzpFJw','E877n3YwTLVnagljgHeM0p6JpPTz4MgftfLbpIZ4pXdYWgUnSskBx4tXkdwbe7B0U93NnInTID6kuMvWxKHb2Qd99wwYzhY');
CREATE TABLE IF NOT EXISTS "push_devices" ("id" integer primary key autoincrement, "user_id" bigint not null references "users" ("id") on delete cascade, "session_id" bigint not null, "endpoint" text not null unique, "p256dh" text not null, "auth" text not null, "name" text not null, "added_at" bigint not null);
INSERT INTO push_devices VALUES
(1,2,3,'https://localhost:35439/push/95cad730af31fde5','BMkRdhA1AlKFuquhqW4cQeOrz2qe4HT41a-MqKPQBf0Nryh838E1Er4hxb2TwQWRXv7YYVTtbMO2Sppke85jv3Y','E5FmIL4v-4kzua9RiUy9yw','Programma',1795636103628);
CREATE TABLE IF NOT EXISTS "push_messages" ("id" integer primary key autoincrement, "device_id" bigint not null references "push_devices" ("id") on delete cascade, "message_key" text not null, "message" text not null, "expires_at" bigint not null, "not_before" bigint not null, "attempts" bigint not null, "finished_at" bigint, "failure" text, constraint "push_messages_once" unique ("device_id", "message_key"));
CREATE TABLE IF NOT EXISTS "server_terms" ("id" integer primary key autoincrement, "server_id" text not null, "alive_until" bigint not null, "ended" integer not null);
CREATE TABLE IF NOT EXISTS "device_lanes" ("device_id" bigint primary key references "devices" ("id") on delete cascade, "term_id" bigint, "wanted" integer not null, "left_by" text);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES
('users',3),
('audit',50),
('sessions',5),
('devices',5),
('device_reports',28),
('bot_chats',1),
('bot_outbox',5),
('bulletins',1),
('device_groups',1),
('commands',10),
('deliveries',15),
('device_errors',1),
('lamp_tests',1),
('schedules',5),
('plans',1),
('alerts',1),
('push_devices',1),
('duty_people',1),
('approvals',1),
('alarms',1),
('alarm_events',2);
CREATE INDEX "devices_by_owner" on "devices" ("owner_id");
CREATE INDEX "deliveries_by_owner" on "deliveries" ("owner_id", "id");
CREATE INDEX "deliveries_by_device" on "deliveries" ("device_id", "id");
CREATE INDEX "deliveries_under_way" on "deliveries" ("state") where "state" in ('accettato', 'inviato');
CREATE INDEX "schedules_by_due_time" on "schedules" ("executed", "execute_at");
CREATE INDEX "bot_chats_by_user" on "bot_chats" ("user_id");
CREATE INDEX "bot_outbox_unfinished" on "bot_outbox" ("finished_at", "chat_id", "id");
CREATE INDEX "schedules_by_outcome" on "schedules" ("outcome", "finished_at");
CREATE INDEX "audit_by_action" on "audit" ("action", "at");
CREATE INDEX "commands_by_source" on "commands" ("source_id");
CREATE UNIQUE INDEX "commands_by_intent" on "commands" ("intent_key");
CREATE INDEX "deliveries_by_command" on "deliveries" ("command_id", "owner_id");
CREATE TRIGGER audit_no_update before update on audit begin select raise(abort, 'the audit is append-only'); end;
CREATE TRIGGER audit_no_replace before insert on audit when exists (select 1 from audit where id = new.id) begin select raise(abort, 'the audit is append-only'); end;
CREATE TRIGGER audit_chain_no_update before update on audit_chain begin select raise(abort, 'the audit is append-only'); end;
CREATE TRIGGER audit_chain_no_replace before insert on audit_chain when exists (select 1 from audit_chain where position = new.position or audit_id = new.audit_id) begin select raise(abort, 'the audit is append-only'); end;
CREATE INDEX "sessions_by_user" on "sessions" ("user_id", "expires_at");
CREATE INDEX "device_group_members_by_device" on "device_group_members" ("device_id");
CREATE INDEX "schedule_devices_by_device" on "schedule_devices" ("device_id");
CREATE INDEX "schedules_by_group" on "schedules" ("group_id");
CREATE TRIGGER devices_leave_groups after update of owner_id on devices when new.owner_id is not old.owner_id begin delete from device_group_members where device_id = new.id; end;
CREATE INDEX "bulletin_days_by_day" on "bulletin_days" ("day");
CREATE INDEX "bulletin_references_by_identifier" on "bulletin_references" ("identifier");
CREATE INDEX "device_reports_by_device" on "device_reports" ("device_id", "id");
CREATE INDEX "device_errors_by_device" on "device_errors" ("device_id", "id");
CREATE INDEX "alerts_by_owner" on "alerts" ("owner_id", "decision", "to_at");
CREATE INDEX "alerts_by_decision" on "alerts" ("decision", "to_at");
CREATE UNIQUE INDEX "alerts_by_day" on "alerts" ("day", "owner_id", "zone", "colour", "bulletin_id");
CREATE INDEX "alert_devices_by_device" on "alert_devices" ("device_id");
CREATE INDEX "schedules_by_alert" on "schedules" ("alert_id");
CREATE TRIGGER audit_no_delete before delete on audit when not exists (select 1 from audit_chain where audit_id = old.id and position <= (select max(position) from audit_anchors)) begin select raise(abort, 'the audit is append-only'); end;
CREATE TRIGGER audit_chain_no_delete before delete on audit_chain when not coalesce(old.position <= (select max(position) from audit_anchors), 0) begin select raise(abort, 'the audit is append-only'); end;
CREATE TRIGGER audit_anchors_no_update before update on audit_anchors begin select raise(abort, 'the audit is append-only'); end;
CREATE TRIGGER audit_anchors_no_delete before delete on audit_anchors begin select raise(abort, 'the audit is append-only'); end;
CREATE TRIGGER audit_anchors_known before insert on audit_anchors when not exists (select 1 from audit_chain where position = new.position and hash = new.hash) or exists (select 1 from audit_anchors where position >= new.position) begin select raise(abort, 'the audit is append-only'); end;
CREATE UNIQUE INDEX "lamp_test_devices_open" on "lamp_test_devices" ("device_id") where "closed_at" is null;
CREATE INDEX "lamp_test_devices_by_device" on "lamp_test_devices" ("device_id");
CREATE INDEX "lamp_tests_by_end" on "lamp_tests" ("ended_at");
CREATE INDEX "commands_by_type" on "commands" ("device_type", "id", "origin");
CREATE INDEX "commands_by_lamp_test" on "commands" ("lamp_test_id");
CREATE INDEX "plans_by_author" on "plans" ("author_id");
CREATE INDEX "plan_devices_by_device" on "plan_devices" ("device_id");
CREATE UNIQUE INDEX "schedules_by_plan" on "schedules" ("plan_id", "plan_day", "plan_step", "execute_at");
CREATE INDEX "alarms_by_state" on "alarms" ("state", "id");
CREATE INDEX "alarm_events_by_alarm" on "alarm_events" ("alarm_id");
CREATE INDEX "approvals_by_state" on "approvals" ("state", "expires_at");
CREATE INDEX "approvals_by_end" on "approvals" ("expires_at");
CREATE INDEX "approval_devices_by_device" on "approval_devices" ("device_id");
CREATE INDEX "commands_by_time" on "commands" ("created_at");
CREATE INDEX "push_devices_by_user" on "push_devices" ("user_id");
CREATE INDEX "push_messages_by_end" on "push_messages" ("finished_at", "not_before");
CREATE INDEX "device_lanes_by_term" on "device_lanes" ("term_id", "wanted");
COMMIT;
