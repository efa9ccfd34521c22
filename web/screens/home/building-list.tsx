// The buildings that the person has to do with, and the way to each.
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/person.ts';
import { useBuildings } from '../../api/reads.ts';
import { Card } from '../../parts/card.tsx';
import { Loaded } from '../../parts/query-content.tsx';
import { NoBuilding } from '../../parts/no-building.tsx';
import { useLanguage } from '../../words/language.tsx';
import { TrySample } from '../account/organizations.tsx';
import classes from './home.module.css';

const most = 8;

export function Houses() {
  const { t } = useLanguage();
  const buildings = useBuildings();
  const staff = useMay('invoice');
  const owner = useMay('own');
  return (
    <Card title={t.home.buildings} flush>
      <Loaded query={buildings}>
        {(all) =>
          all.length === 0 ? (
            <NoBuilding>{owner && <TrySample />}</NoBuilding>
          ) : (
            all.slice(0, most).map(({ id, name, address }) => {
              const words = (
                <>
                  <Text fw={600}>{name}</Text>
                  <Text c="dimmed" fz="sm">
                    {address}
                  </Text>
                </>
              );
              return staff ? (
                <Link key={id} to="/buildings/$buildingId" params={{ buildingId: id }} className={classes.house}>
                  {words}
                </Link>
              ) : (
                <div key={id} className={classes.house}>
                  {words}
                </div>
              );
            })
          )
        }
      </Loaded>
    </Card>
  );
}
